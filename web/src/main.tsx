// SPDX-License-Identifier: MIT
import { render } from "preact";
import shipped from "bouton:files";
import { App } from "./app";
import { addFile } from "./engine/engine";
import "./style/base.css";
import "./style/start.css";
import "./style/board.css";
import "./style/play.css";
import "./style/panels.css";
import "./style/graph.css";
import "./style/theorem.css";
import "./style/editor.css";
import "./style/print.css";

for (const [name, text] of Object.entries(shipped)) addFile(name, text);
render(<App />, document.getElementById("page")!);
