// A new game: what to play, against whom, with which colour and clock.
import { classes } from "../../style/classes";
import * as styles from "./play.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useMemo, useState } from "preact/hooks";
import { linkText } from "../../game/linkText";
import { define, refOf, rulesAddress, variantOf, variants } from "../../game/variants";
import { levelName, strongest } from "../../game/text";
import { useOnline } from "../../offline/online";
import { NameField, useName } from "../../components/NameField";
import { navigate } from "../../router";
import { gameStarts } from "../../sound/sound";
import { useTitle } from "../../title";
import { errorText, sentence } from "../../rules/text";
import { useRules } from "../../rules/useRules";
import { NumberField } from "./NumberField";
import { PortalSwitches } from "./PortalSwitches";
import { RadioGroup, type Option } from "./RadioGroup";
import { needsServer, startGame } from "./start";
import { StartPosition, useBeginning } from "./StartPosition";
import { gameOf, initialOptions, minutesAllowed, keepChoices, presetsFor, saveOptions, secondsAllowed, rulesOf, validated, unknownRules, type Opponent, type GameOptions } from "./options";

export default function Play() {
  const query = useMemo(() => new URLSearchParams(location.search), []);
  const unknown = unknownRules(query);
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
  useTitle("Play");
  // The link says which rules are played.
  useEffect(() => {
    if (named) setOptions((old) => validated({ ...old, variant: named }));
  }, [named]);
  const unready = (position !== "" && (!beginning || beginning.problem !== "")) || (packed !== "" && !own?.info);
  const change = (part: Partial<GameOptions>) => setOptions(validated({ ...options, ...part }));
  const info = variantOf(options.variant);

  const submit = async (event: Event) => {
    event.preventDefault();
    if (!info || busy || unready) return;
    setBusy(true);
    setProblem("");
    const used = use();
    saveOptions(options);
    gameStarts();
    try {
      navigate(await startGame(named ? options : { ...options, variant: gameOf(options) }, used, position));
    } catch (problem) {
      setProblem(errorText(problem));
      setBusy(false);
    }
  };

  const needs = online ? undefined : "Needs the connection";
  const opponents: Option<Opponent>[] = [
    { value: "computer", name: "The computer", about: "In this browser, also offline" },
    { value: "friend", name: "A friend", about: needs ?? "You send a link", disabled: !online },
    { value: "open", name: "Anyone", about: needs ?? "An open challenge", disabled: !online },
    { value: "here", name: "Two people here", about: "At this screen" },
  ];

  return (
    <form class={styles.form} onSubmit={submit}>
      <h1>New game</h1>
      {unknown && (
        <p class={controls.notice} role="status">
          No rule set is named "{unknown}". Choose one of these.
        </p>
      )}
      {((position && !beginning) || (packed && !own)) && (
        <p class={controls.notice} role="status">
          {broken || (position ? "Loading the position" : "Loading the rules")}
        </p>
      )}
      {own && !own.info && (
        <p class={controls.notice} role="alert">
          The rules of this link cannot be played. {own.faults.map((fault) => sentence(fault.message)).join(" ")}{" "}
          <a href="/play">Choose other rules</a>
        </p>
      )}
      <div class={styles.layout}>
        <div class={styles.what}>
          {beginning && <StartPosition beginning={beginning} query={position} flip={options.colour === "black"} />}
          <RadioGroup
            legend="Rules"
            name="variant"
            shape="columns"
            value={options.variant}
            onChoose={(variant) => change({ variant })}
            options={(named && info ? [info] : variants).map((each) => ({ value: refOf(each), name: each.title, about: each.summary }))}
          />
        </div>
        <div class={styles.settings}>
          {options.variant === "portal" && !named && (
            <PortalSwitches crossers={options.crossers} onChange={(crossers) => change({ crossers })} />
          )}
          <RadioGroup
            legend="Opponent"
            name="opponent"
            shape="pairs"
            value={options.opponent}
            onChoose={(opponent) => change({ opponent })}
            options={opponents}
          />
          {options.opponent === "computer" && (
            <fieldset class={styles.fieldset}>
              <legend>Level</legend>
              <label class={styles.level}>
                <span class={controls.visuallyHidden}>Level of the computer</span>
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
              legend="Your colour"
              name="colour"
              value={options.colour}
              onChoose={(colour) => change({ colour })}
              options={[
                { value: "white", name: "White" },
                { value: "random", name: "By lot" },
                { value: "black", name: "Black" },
              ]}
            />
          )}
          <RadioGroup
            legend="Clock"
            name="clock"
            value={options.clock}
            onChoose={(clock) => change({ clock })}
            options={[
              ...presetsFor(options.opponent).map((each) => ({ value: each.id, name: each.name })),
              { value: "own", name: "Own" },
            ]}
          >
            {options.clock === "own" && (
              <div class={styles.ownClock}>
                <NumberField name="Minutes" value={options.minutes} allowed={minutesAllowed} onChange={(minutes) => change({ minutes })} />
                <NumberField name="Seconds a move" value={options.seconds} allowed={secondsAllowed} onChange={(seconds) => change({ seconds })} />
                <label>
                  <span>These seconds</span>
                  <select
                    class={controls.field}
                    value={options.delayed ? "delay" : "increment"}
                    onChange={(event) => change({ delayed: event.currentTarget.value === "delay" })}
                  >
                    <option value="increment">are added</option>
                    <option value="delay">pass before the clock runs</option>
                  </select>
                </label>
              </div>
            )}
            <p class={styles.note}>5+3 is five minutes for the game and three seconds more with each move.</p>
          </RadioGroup>
          {options.opponent === "open" && (
            <RadioGroup
              legend="The challenge stays"
              name="keep"
              value={String(options.keep)}
              onChoose={(days) => change({ keep: Number(days) })}
              options={keepChoices.map((each) => ({ value: String(each.days), name: each.name }))}
            >
              <p class={styles.note}>
                {options.keep
                  ? "You may leave and come back: the game is among your games."
                  : "It ends half a minute after you close its page."}
              </p>
            </RadioGroup>
          )}
          {options.opponent === "computer" && (
            <label class={styles.checkbox}>
              <input
                type="checkbox"
                checked={options.watched}
                disabled={!online}
                onChange={(event) => change({ watched: event.currentTarget.checked })}
              />
              <span>Play on the server, so that others can watch</span>
            </label>
          )}
          {options.opponent !== "here" && (
            <NameField class={styles.name} name={name} onName={setName} />
          )}
          {problem && (
            <p class={controls.notice} role="alert">
              {problem}
            </p>
          )}
          <div class={styles.submit}>
            <button type="submit" class={classes(controls.button, controls.primary)} disabled={busy || unready || (!online && needsServer(options))}>
              Start the game
            </button>
            {info && <a href={rulesAddress(info)}>Read the rules first</a>}{" "}
            {info && !info.definition && <a href={`/learn/${info.name}/rules`}>Rulebook</a>}
          </div>
        </div>
      </div>
    </form>
  );
}
