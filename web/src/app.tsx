// The frame around every page, and routing.
import * as controls from "./style/controls.module.css";
import { Fragment, type VNode } from "preact";
import { Suspense } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { ResumeBanner } from "./components/ResumeBanner";
import { NewVersion } from "./components/NewVersion";
import { RulesProgress } from "./components/RulesProgress";
import { Frame } from "./frame";
import { namedInQuery } from "./game/galleryLink";
import { lazy } from "./lazy";
import { firstGamePath } from "./pages/first/firstGame";
import { GalleryLink } from "./pages/GalleryLink";
import { useLocation } from "./router";
import { sanLetters } from "./settings/notation";
import { useSetting } from "./settings/settings";
import { useLanguage } from "./text/language";
import { t } from "./text/text";

const Home = lazy(() => import("./pages/home/Home"));
const Play = lazy(() => import("./pages/play/Play"));
const Game = lazy(() => import("./pages/game/Game"));
const Local = lazy(() => import("./pages/local/Local"));
const Analysis = lazy(() => import("./pages/analysis/Analysis"));
const Learn = lazy(() => import("./pages/learn/Learn"));
const FirstGame = lazy(() => import("./pages/first/FirstGame"));
const Puzzles = lazy(() => import("./pages/puzzles/Puzzles"));
const Games = lazy(() => import("./pages/games/Games"));
const Account = lazy(() => import("./pages/account/Account"));
const Leaderboard = lazy(() => import("./pages/leaderboard/Leaderboard"));
const Profile = lazy(() => import("./pages/people/Profile"));
const Operators = lazy(() => import("./pages/operators/Operators"));
const Watch = lazy(() => import("./pages/watch/Watch"));
const Workshop = lazy(() => import("./pages/workshop/Workshop"));
const Study = lazy(() => import("./pages/study/Study"));
const Privacy = lazy(() => import("./pages/about/Privacy"));
const Licences = lazy(() => import("./pages/about/Licences"));
const Docs = lazy(() => import("./pages/docs/Docs"));
const NotFound = lazy(() => import("./pages/NotFound"));

/** Returns a page that first opens the gallery game in its query, if the query names one. */
function withGallery(url: URL, shown: VNode) {
  const name = namedInQuery(url.search);
  return name ? (
    <GalleryLink key={url.href} name={name} path={url.pathname}>
      {shown}
    </GalleryLink>
  ) : (
    shown
  );
}

/** Returns a part of an address as text. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function page(url: URL) {
  const [first = "", second = "", third = ""] = url.pathname.split("/").filter(Boolean);
  switch (first) {
    case "":
      // At the home page's address, a position or a rule set in the query opens the analysis board.
      return /[?&](board|position|fen|variant|rules)=/i.test(url.search) ? (
        withGallery(url, <Analysis key={url.search} />)
      ) : (
        <Home />
      );
    case "play":
      return withGallery(url, <Play key={url.search} />);
    case "game":
      return <Game key={second} id={second} />;
    case "local":
      return <Local key={second} id={second} />;
    case "analysis":
      return withGallery(url, <Analysis key={url.search} />);
    case "learn":
      if (third === "first" && firstGamePath(second)) return <FirstGame key={second} variant={second} />;
      return <Learn key={url.pathname + url.search} name={second} part={third} query={url.search} />;
    case "watch":
      return <Watch />;
    case "puzzles":
      return <Puzzles key={second} variant={second} query={url.search} />;
    case "workshop":
      return withGallery(url, <Workshop query={url.search} />);
    case "study":
    case "studies":
      return <Study key={`${second}/${third}`} part={second} id={third} />;
    case "docs":
      return <Docs name={second} query={url.search} />;
    case "games":
      return <Games />;
    case "account":
      return <Account />;
    case "leaderboard":
      return <Leaderboard query={url.search} />;
    case "people":
      return second ? <Profile key={second} name={decoded(second)} /> : <NotFound />;
    case "operators":
      return <Operators />;
    case "privacy":
      return <Privacy />;
    case "licences":
      return <Licences />;
    default:
      return <NotFound />;
  }
}

/** Loads the page for an address, so that it renders without delay. */
export async function preload(url: URL): Promise<void> {
  await (page(url).type as { load?: () => Promise<void> }).load?.();
}

/**
 * Moves the focus to the new page after navigation, for screen readers. On the first page, they start at the top by
 * themselves.
 */
function useFocusOnPages(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [path]);
}

export function App() {
  const url = useLocation();
  // Changing the language re-renders all texts, including those of the rules.
  const language = useLanguage();
  useSetting(sanLetters);
  useFocusOnPages(url.pathname);
  return (
    <Frame>
      <Suspense fallback={<p class={controls.visuallyHidden}>{t("page.frame.loading")}</p>}>
        <Fragment key={language}>{page(url)}</Fragment>
      </Suspense>
      <RulesProgress />
      <ResumeBanner path={url.pathname} />
      <NewVersion />
    </Frame>
  );
}
