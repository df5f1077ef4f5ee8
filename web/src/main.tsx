import "@fontsource-variable/inter/index.css";
import "./style/tokens.css";
import "./style/base.css";
import { render } from "preact";
import { App } from "./app";
import { reloadOnNewBuild, registerServiceWorker } from "./offline/register";
import { interceptLinks } from "./router";
import { followLook } from "./style/theme";

followLook();
const root = document.getElementById("app");
if (root) {
  interceptLinks(root);
  reloadOnNewBuild();
  render(<App />, root);
  registerServiceWorker();
}
