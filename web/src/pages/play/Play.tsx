// A new game: what to play, against whom, with which colour and clock.
import { classes } from "../../style/classes";
import * as styles from "./play.module.css";
import * as controls from "../../style/controls.module.css";
import { useMemo, useState } from "preact/hooks";
import { variantOf, variants } from "../../game/variants";
import { levelName, strongest } from "../../game/words";
import { useOnline } from "../../offline/online";
import { NameField, useName } from "../../parts/NameField";
import { go } from "../../router";
import { gameStarts } from "../../sound/sound";
import { useTitle } from "../../title";
import { why } from "../../rules/words";
import { Amount } from "./Amount";
import { Choice, type Option } from "./Choice";
import { needsServer, startGame } from "./start";
import { firstWish, minutesAllowed, presetsFor, rememberWish, secondsAllowed, sound, unknownRules, type Opponent, type Wish } from "./wish";

export default function Play() {
  const query = useMemo(() => new URLSearchParams(location.search), []);
  const start = query.get("fen") ?? undefined;
  const unknown = unknownRules(query);
  const [wish, setWish] = useState(() => firstWish(query));
  const { name, setName, use } = useName();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const online = useOnline();
  useTitle("Play");
  const change = (part: Partial<Wish>) => setWish(sound({ ...wish, ...part }));
  const info = variantOf(wish.variant);

  const submit = async (event: Event) => {
    event.preventDefault();
    if (!info || busy) return;
    setBusy(true);
    setProblem("");
    const used = use();
    rememberWish(wish);
    gameStarts();
    try {
      go(await startGame(wish, info, used, start));
    } catch (problem) {
      setProblem(why(problem));
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
      {start && <p class={controls.notice}>The game begins from the position you set up.</p>}
      <div class={styles.layout}>
        <Choice
          legend="Rules"
          name="variant"
          shape="columns"
          value={wish.variant}
          onChoose={(variant) => change({ variant })}
          options={variants
            .filter((each) => !start || unknown || each.name === wish.variant)
            .map((each) => ({ value: each.name, name: each.title, about: each.summary }))}
        />
        <div class={styles.settings}>
          <Choice
            legend="Opponent"
            name="opponent"
            shape="pairs"
            value={wish.opponent}
            onChoose={(opponent) => change({ opponent })}
            options={opponents}
          />
          {wish.opponent === "computer" && (
            <fieldset class={styles.fieldset}>
              <legend>Level</legend>
              <label class={styles.level}>
                <span class={controls.visuallyHidden}>Level of the computer</span>
                <input
                  type="range"
                  min={1}
                  max={strongest}
                  value={wish.level}
                  aria-valuetext={`${wish.level}, ${levelName(wish.level)}`}
                  onInput={(event) => change({ level: Number(event.currentTarget.value) })}
                />
                <output>
                  <strong class={controls.figures}>{wish.level}</strong> {levelName(wish.level)}
                </output>
              </label>
            </fieldset>
          )}
          {wish.opponent !== "here" && (
            <Choice
              legend="Your colour"
              name="colour"
              value={wish.colour}
              onChoose={(colour) => change({ colour })}
              options={[
                { value: "white", name: "White" },
                { value: "random", name: "By lot" },
                { value: "black", name: "Black" },
              ]}
            />
          )}
          <Choice
            legend="Clock"
            name="clock"
            value={wish.clock}
            onChoose={(clock) => change({ clock })}
            options={[
              ...presetsFor(wish.opponent).map((each) => ({ value: each.id, name: each.name })),
              { value: "own", name: "Own" },
            ]}
          >
            {wish.clock === "own" && (
              <div class={styles.ownClock}>
                <Amount name="Minutes" value={wish.minutes} allowed={minutesAllowed} onChange={(minutes) => change({ minutes })} />
                <Amount name="Seconds a move" value={wish.seconds} allowed={secondsAllowed} onChange={(seconds) => change({ seconds })} />
                <label>
                  <span>These seconds</span>
                  <select
                    class={controls.field}
                    value={wish.delayed ? "delay" : "increment"}
                    onChange={(event) => change({ delayed: event.currentTarget.value === "delay" })}
                  >
                    <option value="increment">are added</option>
                    <option value="delay">pass before the clock runs</option>
                  </select>
                </label>
              </div>
            )}
            <p class={styles.note}>5+3 is five minutes for the game and three seconds more with each move.</p>
          </Choice>
          {wish.opponent === "computer" && (
            <label class={styles.checkbox}>
              <input
                type="checkbox"
                checked={wish.watched}
                disabled={!online}
                onChange={(event) => change({ watched: event.currentTarget.checked })}
              />
              <span>Play on the server, so that others can watch</span>
            </label>
          )}
          {wish.opponent !== "here" && (
            <NameField class={styles.name} name={name} onName={setName} />
          )}
          {problem && (
            <p class={controls.notice} role="alert">
              {problem}
            </p>
          )}
          <div class={styles.submit}>
            <button type="submit" class={classes(controls.button, controls.primary)} disabled={busy || (!online && needsServer(wish))}>
              Start the game
            </button>
            {info && <a href={`/learn/${info.name}`}>Read the rules first</a>}
          </div>
        </div>
      </div>
    </form>
  );
}
