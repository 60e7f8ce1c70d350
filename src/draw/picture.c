/* SPDX-License-Identifier: MIT
 * Frames, shapes and safe text for pictures. */
#include "draw/picture.h"

#include "core/utf8.h"

#include <string.h>

uint64_t bti_digits(uint64_t number)
{
    char digits[20];
    return bt_print_u64(digits, number);
}

static bool is_control(char c)
{
    return (unsigned char)c < ' ' || c == 127;
}

/* Letters of East Asia are twice as wide, and so is what replaces that which is no
 * text. */
static unsigned letters_at(const char *at, size_t left, size_t *step)
{
    bool good;
    *step = bti_utf8_step(at, left, &good);
    return !good || is_control(*at) || (unsigned char)*at >= 0xE1 ? 2 : 1;
}

uint64_t bti_letters(bt_span text)
{
    uint64_t letters = 0;
    for (size_t i = 0, step; i < text.len; i += step)
        letters += letters_at(text.at + i, text.len - i, &step);
    return letters;
}

bool bti_take_line(bt_span *text, uint64_t most, bt_span *line)
{
    uint64_t letters = 0;
    size_t i = 0, cut = 0, step;
    while (i < text->len) {
        letters += letters_at(text->at + i, text->len - i, &step);
        if (letters > most)
            break;
        i += step;
        if (text->at[i - 1] == ',' || text->at[i - 1] == ' ')
            cut = i;
    }
    if (i == text->len || cut == 0)
        cut = i;
    *line = (bt_span){text->at, cut};
    text->at += cut;
    text->len -= cut;
    return cut > 0;
}

void bti_put_xml(bt_text *out, bt_span text)
{
    for (size_t i = 0, step; i < text.len; i += step) {
        bool good;
        const char *at = text.at + i;
        step = bti_utf8_step(at, text.len - i, &good);
        if (*at == '&')
            bt_text_put(out, "&amp;");
        else if (*at == '<')
            bt_text_put(out, "&lt;");
        else if (*at == '>')
            bt_text_put(out, "&gt;");
        else if (*at == '"')
            bt_text_put(out, "&quot;");
        else if (!good || is_control(*at) || /* or U+FFFE, U+FFFF: no characters */
                 (step == 3 && memcmp(at, "\xEF\xBF", 2) == 0 &&
                  (unsigned char)at[2] >= 0xBE))
            bt_text_put(out, "\xEF\xBF\xBD");
        else
            bt_text_put_span(out, (bt_span){at, step});
    }
}

/* How a character of ASCII is written in TeX, or NULL: as itself. */
static const char *in_tex(char c)
{
    switch (c) {
    case '#':
        return "\\#";
    case '$':
        return "{\\upshape\\char36}"; /* \\$ wants a font that may be missing */
    case '%':
        return "\\%";
    case '&':
        return "\\&";
    case '_':
        return "\\_";
    case '{':
        return "\\{";
    case '}':
        return "\\}";
    case '\\':
        return "\\textbackslash{}";
    case '^':
        return "\\textasciicircum{}";
    case '~':
        return "\\textasciitilde{}";
    case '<':
        return "\\textless{}";
    case '>':
        return "\\textgreater{}";
    case '|':
        return "\\textbar{}";
    case '"':
        return "\\textquotedblright{}";
    case '-':
        return "-{}"; /* two of them stay two */
    default:
        return is_control(c) ? "?" : NULL;
    }
}

/* Letters with accents are there in every LaTeX; these others of Latin-1 are not. */
static bool is_latin_letter(const char *at)
{
    return (unsigned char)at[0] == 0xC3 && !strchr("\x90\x97\x9E\xB0\xB7\xBE", at[1]);
}

void bti_put_tex(bt_text *out, bt_span text)
{
    for (size_t i = 0, step; i < text.len; i += step) {
        bool good;
        const char *at = text.at + i;
        step = bti_utf8_step(at, text.len - i, &good);
        const char *other = step == 1 && good ? in_tex(*at) : NULL;
        if (other)
            bt_text_put(out, other);
        else if (good && (step == 1 || is_latin_letter(at)))
            bt_text_put_span(out, (bt_span){at, step});
        else if (step == 3 && memcmp(at, "\xE2\x80\xA6", 3) == 0)
            bt_text_put(out, "\\dots{}");
        else
            bt_text_put_char(out, '?');
    }
}

/* Cells have the same colours in light and dark; their words are dark on them. */
static const char style[] =
    "<style>\n"
    ".bouton{font-variant-numeric:tabular-nums}\n"
    ".bouton text{fill:#1f2328}\n"
    ".bouton .soft text,.bouton text.soft{fill:#57606a}\n"
    ".bouton .strong text,.bouton text.strong{font-weight:700}\n"
    ".bouton .name text,.bouton text.name{font-style:italic}\n"
    ".bouton .paper{fill:#fff}\n"
    ".bouton .rule{fill:none;stroke:#59636e;stroke-width:1.5}\n"
    ".bouton .lead{fill:#dbe8ff}\n"
    ".bouton .mark{fill:#1d4ed8}\n"
    ".bouton .P rect{fill:#f5a04a;stroke:#a35200;stroke-width:1.5}\n"
    ".bouton .N rect{fill:#8bd3a0}\n"
    ".bouton .P text{fill:#2b1600;font-weight:700}\n"
    ".bouton .N text{fill:#06290f}\n"
    "@media (prefers-color-scheme:dark){\n"
    ".bouton text{fill:#e6e8eb}\n"
    ".bouton .soft text,.bouton text.soft{fill:#a8b1bb}\n"
    ".bouton .paper{fill:#16181d}\n"
    ".bouton .rule{stroke:#9aa4af}\n"
    ".bouton .lead{fill:#1f3f77}\n"
    ".bouton .mark{fill:#8ab4ff}\n"
    ".bouton .P rect{fill:#e8913a;stroke:#ffd9ae}\n"
    ".bouton .N rect{fill:#6dbb84}\n"
    ".bouton .P text{fill:#2b1600}\n"
    ".bouton .N text{fill:#06290f}\n"
    "}\n"
    "</style>\n";

static void put_number(bt_text *out, const char *name, uint64_t number)
{
    bt_text_put_char(out, ' ');
    bt_text_put(out, name);
    bt_text_put(out, "=\"");
    bt_text_put_u64(out, number);
    bt_text_put_char(out, '"');
}

static void put_kind(bt_text *out, const char *kind)
{
    if (kind)
        bt_text_format(out, " class=\"%s\"", kind);
}

void bti_svg_begin(bt_text *out, uint64_t width, uint64_t height)
{
    bt_text_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_number(out, "width", width);
    put_number(out, "height", height);
    bt_text_put(out, " viewBox=\"0 0 ");
    bt_text_put_u64(out, width);
    bt_text_put_char(out, ' ');
    bt_text_put_u64(out, height);
    bt_text_put(out, "\" role=\"img\" class=\"bouton\"\n     font-family=\"system-ui, "
                     "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', "
                     "'DejaVu Sans', sans-serif\"\n     font-size=\"16\">\n<title>");
}

void bti_svg_titled(bt_text *out, uint64_t width, uint64_t height)
{
    bt_text_put(out, "</title>\n");
    bt_text_put(out, style);
    bti_svg_box(out, "paper", 0, 0, width, height);
}

void bti_svg_end(bt_text *out)
{
    bt_text_put(out, "</svg>\n");
}

void bti_svg_group(bt_text *out, const char *kind, const char *anchor)
{
    bt_text_put(out, "<g");
    put_kind(out, kind);
    bt_text_format(out, " text-anchor=\"%s\">\n", anchor);
}

void bti_svg_group_end(bt_text *out)
{
    bt_text_put(out, "</g>\n");
}

void bti_svg_words(bt_text *out, const char *kind, uint64_t x, uint64_t y, bt_span text)
{
    bt_text_put(out, "<text");
    put_kind(out, kind);
    put_number(out, "x", x);
    put_number(out, "y", y);
    bt_text_put_char(out, '>');
    bti_put_xml(out, text);
    bt_text_put(out, "</text>\n");
}

void bti_svg_number(bt_text *out, const char *kind, uint64_t x, uint64_t y,
                    uint64_t number)
{
    char digits[20];
    size_t len = bt_print_u64(digits, number);
    bti_svg_words(out, kind, x, y, (bt_span){digits, len});
}

void bti_svg_box(bt_text *out, const char *kind, uint64_t x, uint64_t y, uint64_t width,
                 uint64_t height)
{
    bt_text_put(out, "<rect");
    put_kind(out, kind);
    put_number(out, "x", x);
    put_number(out, "y", y);
    put_number(out, "width", width);
    put_number(out, "height", height);
    bt_text_put(out, " rx=\"4\"/>\n");
}

void bti_svg_line(bt_text *out, uint64_t x1, uint64_t y1, uint64_t x2, uint64_t y2)
{
    bt_text_put(out, "<line class=\"rule\"");
    put_number(out, "x1", x1);
    put_number(out, "y1", y1);
    put_number(out, "x2", x2);
    put_number(out, "y2", y2);
    bt_text_put(out, "/>\n");
}

static void tex_begin(bt_text *out, const char *what, const char *packages)
{
    bt_text_format(
        out,
        "%% Compile with pdflatex: the page is as large as the picture. The\n"
        "%% %s can also be copied into a paper.\n"
        "\\documentclass{article}\n%s",
        what, packages);
    bt_text_put(out, "\\newsavebox{\\boutonpicture}\n"
                     "\\begin{document}\n"
                     "\\setbox\\boutonpicture=\\vbox{%\n");
}

void bti_tex_begin(bt_text *out)
{
    tex_begin(out, "tabular", "");
}

void bti_tikz_begin(bt_text *out)
{
    tex_begin(out, "tikzpicture", "\\usepackage{tikz}\n");
}

void bti_tex_box(bt_text *out)
{
    bt_text_put(out, "\\hbox{\\strut%\n");
}

void bti_tex_box_end(bt_text *out)
{
    bt_text_put(out, "}\n");
}

void bti_tex_end(bt_text *out)
{
    bt_text_put(out, "}\n"
                     "\\pdfpagewidth=\\dimexpr\\wd\\boutonpicture+8mm\\relax\n"
                     "\\pdfpageheight=\\dimexpr\\ht\\boutonpicture"
                     "+\\dp\\boutonpicture+8mm\\relax\n"
                     "\\hoffset=\\dimexpr4mm-1in\\relax\n"
                     "\\voffset=\\dimexpr4mm-1in\\relax\n"
                     "\\shipout\\box\\boutonpicture\n"
                     "\\end{document}\n");
}
