import "@fontsource-variable/inter/index.css";
import "./style/tokens.css";
import "./style/base.css";
// Imported before the components' style sheets, so that those can override it.
import "./style/controls.module.css";
import "./style/layout.module.css";
import { render } from "preact";
import { App, preload } from "./app";
import { afterFirstPaint } from "./offline/prefetch";
import { reloadOnNewBuild, registerServiceWorker } from "./offline/register";
import { watchVersions } from "./offline/version";
import { interceptLinks } from "./router";
import { prefetchRules } from "./rules/rules";
import { followLanguage } from "./settings/language";
import { followLook } from "./style/theme";
import { trustOwnScripts } from "./trusted";

trustOwnScripts();
followLook();
const root = document.getElementById("app");
if (root) {
  interceptLinks(root);
  reloadOnNewBuild();
  if (import.meta.env.PROD) watchVersions();
  const draw = () => {
    // Replace the prerendered HTML in one step.
    root.replaceChildren();
    render(<App />, root);
  };
  Promise.all([followLanguage(), preload(new URL(location.href))]).then(draw, draw);
  // Last, because the service worker downloads all files.
  void afterFirstPaint([() => import("./pages/local/Local"), prefetchRules], registerServiceWorker);
}
