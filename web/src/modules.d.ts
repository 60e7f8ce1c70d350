// SPDX-License-Identifier: MIT
// What the build puts into the bundle.
declare module "*.css";
declare module "bouton:files" {
    const files: Record<string, string>;
    export default files;
}
