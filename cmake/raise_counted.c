/* SPDX-License-Identifier: MIT
 * For make coverage: a command that Ctrl-C or SIGTERM ended raises that signal again, and
 * would die without having written down what it counted. */
int __real_raise(int signal_number);
int __wrap_raise(int signal_number);
void __gcov_dump(void);

int __wrap_raise(int signal_number)
{
    __gcov_dump();
    return __real_raise(signal_number);
}
