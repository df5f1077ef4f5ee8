import "@fontsource-variable/inter/index.css";
import "./style/tokens.css";
import "./style/base.css";
import { render } from "preact";
import { App } from "./app";
import { followBuilds, keepOffline } from "./offline/register";
import { followLinks } from "./router";

const root = document.getElementById("app");
if (root) {
  followLinks(root);
  followBuilds();
  render(<App />, root);
  keepOffline();
}
