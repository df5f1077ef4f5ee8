// The page for starting a game: rules, opponent, colour and clock.
import { classes } from "../../style/classes";
import * as styles from "./play.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { unknownText } from "../../game/galleryLink";
import { linkText } from "../../game/linkText";
import { Board } from "../../board/Board";
import { define, ideas, refOf, rulesAddress, variantOf, variants } from "../../game/variants";
import { controlName, levelName, strongest } from "../../game/text";
import { useOnline } from "../../offline/online";
import { NameField, useName } from "../../components/NameField";
import { useSignedIn } from "../../components/useSignedIn";
import { navigate } from "../../router";
import { turnOnSound } from "../../sound/sound";
import { rich } from "../../text/rich";
import { t } from "../../text/text";
import { useTitle } from "../../title";
import { errorText, sentence, sideName } from "../../rules/text";
import { useRules } from "../../rules/useRules";
import type { VariantInfo } from "../../wire.gen";
import { tints } from "../home/IdeaBoard";
import { NumberField } from "./NumberField";
import { RadioGroup, type Option } from "./RadioGroup";
import { ShuffledStart } from "./ShuffledStart";
import { needsServer, startGame } from "./start";
import { StartPosition, useBeginning } from "./StartPosition";
import {
  gameOf,
  type GameOptions,
  initialOptions,
  lifetimeChoices,
  lifetimeName,
  minutesAllowed,
  type Opponent,
  presetsFor,
  rateable,
  rulesOf,
  saveOptions,
  secondsAllowed,
  unknownRules,
  validated,
} from "./options";
import { allKinds, pluralOf, switched } from "./portal";

export default function Play() {
  const query = useMemo(() => new URLSearchParams(location.search), []);
  const unknown = unknownRules(query);
  const challenged = query.get("challenge") ?? "";
  const [options, setOptions] = useState(() => initialOptions(query));
  const position = useMemo(() => linkText(location.search, initialOptions(query).variant), [query]);
  const packed = rulesOf(query);
  const { rules, problem: broken } = useRules(position !== "" || packed !== "");
  const own = useMemo(() => (rules && packed ? define(rules, { packed, kept: true }) : null), [rules, packed]);
  const beginning = useBeginning(rules, position);
  const named = beginning?.link?.variant ?? (own?.info && refOf(own.info));
  const { name, setName, use } = useName();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const online = useOnline();
  useTitle(t("page.play.play"));
  // The link determines the rules.
  useEffect(() => {
    if (named) setOptions((old) => validated({ ...old, variant: named }));
  }, [named]);
  const unready = (position !== "" && beginning?.problem !== "") || (packed !== "" && !own?.info);
  const change = (part: Partial<GameOptions>) => setOptions(validated({ ...options, ...part }));
  const info = variantOf(options.variant);
  const signedIn = useSignedIn();
  const canRate = signedIn && !position && rateable(options);
  const rated = canRate && options.rated;

  const submit = async (event: Event) => {
    event.preventDefault();
    if (!info || busy || unready) return;
    setBusy(true);
    setProblem("");
    const used = use();
    saveOptions(options);
    turnOnSound();
    try {
      navigate(
        await startGame(named ? options : { ...options, variant: gameOf(options) }, used, position, rated, challenged),
      );
    } catch (problem) {
      setProblem(errorText(problem));
      setBusy(false);
    }
  };

  const needs = online ? undefined : t("page.play.needs-the-connection");
  const opponents: Option<Opponent>[] = [
    {
      value: "computer",
      icon: "computer",
      name: t("page.play.the-computer"),
      about: t("page.play.in-this-browser-also-offline"),
    },
    {
      value: "friend",
      icon: "friend",
      name: t("page.play.a-friend"),
      about: needs ?? t("page.play.you-send-a-link"),
      disabled: !online,
    },
    {
      value: "open",
      icon: "people",
      name: t("page.play.anyone"),
      about: needs ?? t("page.play.an-open-challenge"),
      disabled: !online,
    },
    { value: "here", icon: "screen", name: t("page.play.two-people-here"), about: t("page.play.at-this-screen") },
  ];

  return (
    <form class={styles.form} onSubmit={submit}>
      <h1>{t("page.play.new-game")}</h1>
      {challenged && options.opponent === "friend" && (
        <p class={controls.notice}>{t("page.people.you-challenge", { name: challenged })}</p>
      )}
      {unknown && (
        <p class={controls.notice} role="status">
          {unknownText(unknown)}
        </p>
      )}
      {((position && !beginning) || (packed && !own)) && (
        <p class={controls.notice} role="status">
          {broken || (position ? t("page.play.loading-the-position") : t("page.play.loading-the-rules"))}
        </p>
      )}
      {own && !own.info && (
        <p class={controls.notice} role="alert">
          {rich("page.play.link-not-playable", {
            why: own.faults.map((fault) => sentence(fault.message)).join(" "),
            link: (text) => <a href="/play">{text}</a>,
          })}
        </p>
      )}
      <div class={styles.layout}>
        <div class={styles.what}>
          {beginning && <StartPosition beginning={beginning} query={position} flip={options.colour === "black"} />}
          <RadioGroup
            legend={t("page.play.rules")}
            name="variant"
            shape="columns"
            value={options.variant}
            onChoose={(variant) => change({ variant })}
            options={(named && info ? [info] : variants).map((each) => ({
              value: refOf(each),
              picture: <GamePicture info={each} />,
              name: each.title,
              about: each.summary,
            }))}
          />
        </div>
        <div class={classes(layouts.column, layouts.gap9, styles.settings)}>
          {options.variant === "portal" && !named && (
            <PortalSwitches crossers={options.crossers} onChange={(crossers) => change({ crossers })} />
          )}
          {!position && <ShuffledStart options={options} onChange={change} />}
          <RadioGroup
            legend={t("page.play.opponent")}
            name="opponent"
            shape="pairs"
            value={options.opponent}
            onChoose={(opponent) => change({ opponent })}
            options={opponents}
          />
          {options.opponent === "computer" && (
            <fieldset class={controls.fieldset}>
              <legend>{t("page.play.level")}</legend>
              <label class={classes(layouts.cluster, layouts.middle, styles.level)}>
                <span class={controls.visuallyHidden}>{t("page.play.level-of-the-computer")}</span>
                <input
                  type="range"
                  min={1}
                  max={strongest}
                  value={options.level}
                  aria-valuetext={`${options.level}, ${levelName(options.level)}`}
                  onInput={(event) => change({ level: Number(event.currentTarget.value) })}
                />
                <output>
                  <strong class={controls.figures}>{options.level}</strong> {levelName(options.level)}
                </output>
              </label>
            </fieldset>
          )}
          {options.opponent !== "here" && (
            <RadioGroup
              legend={t("page.play.your-colour")}
              name="colour"
              value={options.colour}
              onChoose={(colour) => change({ colour })}
              options={[
                { value: "white", name: sideName("white") },
                { value: "random", name: t("page.play.by-lot") },
                { value: "black", name: sideName("black") },
              ]}
            />
          )}
          <RadioGroup
            legend={t("page.play.clock")}
            name="clock"
            value={options.clock}
            onChoose={(clock) => change({ clock })}
            options={[
              ...presetsFor(options.opponent).map((each) => ({ value: each.id, name: controlName(each.control) })),
              { value: "own", name: t("page.play.own") },
            ]}
          >
            {options.clock === "own" && (
              <div class={classes(layouts.cluster, layouts.gap6, styles.ownClock)}>
                <NumberField
                  name={t("page.play.minutes")}
                  value={options.minutes}
                  allowed={minutesAllowed}
                  onChange={(minutes) => change({ minutes })}
                />
                <NumberField
                  name={t("page.play.seconds-a-move")}
                  value={options.seconds}
                  allowed={secondsAllowed}
                  onChange={(seconds) => change({ seconds })}
                />
                <label>
                  <span>{t("page.play.these-seconds")}</span>
                  <select
                    class={controls.field}
                    value={options.delayed ? "delay" : "increment"}
                    onChange={(event) => change({ delayed: event.currentTarget.value === "delay" })}
                  >
                    <option value="increment">{t("page.play.are-added")}</option>
                    <option value="delay">{t("page.play.pass-before-the-clock-runs")}</option>
                  </select>
                </label>
              </div>
            )}
            <p class={classes(layouts.muted, styles.note)}>{t("page.play.5-3-is-five-minutes")}</p>
          </RadioGroup>
          {canRate && (
            <RadioGroup
              legend={t("page.game.mode")}
              name="rated"
              value={rated ? "rated" : "casual"}
              onChoose={(mode) => change({ rated: mode === "rated" })}
              options={[
                { value: "casual", name: t("page.game.unrated") },
                { value: "rated", name: t("page.game.rated") },
              ]}
            >
              {rated && <p class={classes(layouts.muted, styles.note)}>{t("page.play.rated-hint")}</p>}
            </RadioGroup>
          )}
          {options.opponent === "open" && (
            <RadioGroup
              legend={t("page.play.the-challenge-stays")}
              name="keep"
              value={String(options.keep)}
              onChoose={(days) => change({ keep: Number(days) })}
              options={lifetimeChoices.map((each) => ({ value: String(each), name: lifetimeName(each) }))}
            >
              <p class={classes(layouts.muted, styles.note)}>
                {options.keep ? t("page.play.you-may-leave-and-come") : t("page.play.it-ends-half-a-minute")}
              </p>
            </RadioGroup>
          )}
          {options.opponent === "computer" && (
            <label class={classes(layouts.row, layouts.gap5, styles.checkbox)}>
              <input
                type="checkbox"
                checked={options.watched}
                disabled={!online}
                onChange={(event) => change({ watched: event.currentTarget.checked })}
              />
              <span>{t("page.play.play-on-the-server-so")}</span>
            </label>
          )}
          {options.opponent !== "here" && <NameField class={styles.name} name={name} onName={setName} />}
          <Alert>{problem}</Alert>
        </div>
        <div class={classes(layouts.cluster, layouts.middle, styles.submit)}>
          <Button
            type="submit"
            class={controls.primary}
            disabled={busy || unready || (!online && needsServer(options))}
          >
            {t("page.play.start-the-game")}
          </Button>
          {info && <a href={rulesAddress(info)}>{t("page.play.read-the-rules-first")}</a>}{" "}
          {info && !info.definition && <a href={`/learn/${info.name}/rules`}>{t("page.play.rulebook")}</a>}
        </div>
      </div>
    </form>
  );
}

/** A small board after the game's signature move, in the game's colours. */
function GamePicture({ info }: { info: VariantInfo }) {
  const { states = [], steps = [] } = ideas[info.name] ?? {};
  const state = states.at(-1);
  if (!state) return null;
  return (
    <span class={styles.picture} data-board={tints[info.name]} aria-hidden="true">
      <Board info={info} state={state} step={steps.at(-1)} movable="none" small label="" />
    </span>
  );
}

interface Props {
  crossers: string;
  onChange: (crossers: string) => void;
}

/** Switches for the piece types that may cross the edge in portal chess: six switches, 63 games. */
function PortalSwitches({ crossers, onChange }: Props) {
  return (
    <fieldset class={controls.fieldset}>
      <legend>{t("page.play.who-may-cross-the-edge")}</legend>
      <div class={styles.switches}>
        {[...allKinds].map((kind) => (
          <label key={kind} class={classes(layouts.row, layouts.gap5, styles.checkbox)}>
            <input
              type="checkbox"
              name="crossers"
              value={kind}
              checked={crossers.includes(kind)}
              disabled={crossers === kind}
              onChange={() => onChange(switched(crossers, kind))}
            />
            <span>{pluralOf(kind).replace(/^./, (first) => first.toUpperCase())}</span>
          </label>
        ))}
      </div>
      <p class={classes(layouts.muted, styles.note)}>
        {crossers === allKinds ? t("page.play.all-of-them-this-is") : t("page.play.for-the-others-the-edge")}
      </p>
    </fieldset>
  );
}
