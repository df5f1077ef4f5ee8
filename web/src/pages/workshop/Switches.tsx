// Everything that a definition can change.
import * as switches from "./switches.module.css";
import * as styles from "./workshop.module.css";
import * as controls from "../../style/controls.module.css";
import { classes } from "../../style/classes";
import { PieceIcon } from "../../board/Piece";
import { capitalise } from "../../rules/text";
import type { Defined } from "../../wire.gen";
import { RadioGroup } from "../play/RadioGroup";
import { type Draft, kindNames, kinds, type Kind, nameFor, type Reflection, toggled, toggledInOrder, usualStart } from "./draft";
import { Kinds, marks, Notes, Switch } from "./fields";

/** Changes a draft, and says what it is now; typing in one field is one change. */
export type Change = (part: Partial<Draft>, said: string, field?: string) => void;

export interface SwitchProps {
  draft: Draft;
  /** What the rules say to it. */
  defined: Defined;
  onChange: Change;
}

interface StartProps extends SwitchProps {
  /** The position on the live board. */
  position: string;
  onSetUp: () => void;
}

const plural = (kind: Kind) => `${capitalise(kindNames[kind])}s`;

export function Names({ draft, defined, onChange }: SwitchProps) {
  const title = (value: string) => {
    // The name follows the title until somebody gives another.
    const follows = draft.name === nameFor(draft.title);
    onChange({ title: value, ...(follows && nameFor(value) ? { name: nameFor(value) } : {}) }, "", "title");
  };
  return (
    <section class={styles.section} aria-labelledby="names">
      <h2 id="names">Name</h2>
      <div class={switches.pair}>
        <div>
          <label class={switches.stack}>
            <span>Title</span>
            <input class={controls.field} value={draft.title} maxLength={80} {...marks(defined, "title")} onInput={(event) => title(event.currentTarget.value)} />
          </label>
          <Notes defined={defined} field="title" />
        </div>
        <div>
          <label class={switches.stack}>
            <span>Name in files and links</span>
            <input
              class={controls.field}
              value={draft.name}
              maxLength={40}
              spellcheck={false}
              autocapitalize="off"
              {...marks(defined, "name")}
              onInput={(event) => onChange({ name: event.currentTarget.value }, "", "name")}
            />
          </label>
          <Notes defined={defined} field="name" />
        </div>
      </div>
    </section>
  );
}

export function SeamSwitches({ draft, defined, onChange }: SwitchProps) {
  return (
    <section class={styles.section} aria-labelledby="seam">
      <h2 id="seam">The edge</h2>
      <RadioGroup
        legend="Where the a-file and the h-file meet"
        name="crossing"
        value={draft.crossing}
        onChoose={(crossing) => onChange({ crossing }, { none: "The edge is an edge.", wrap: "The board goes round.", hop: "Pieces hop over the edge." }[crossing])}
        options={[
          { value: "none", name: "An edge", about: "as in chess" },
          { value: "wrap", name: "Round", about: "like a cylinder" },
          { value: "hop", name: "Portal", about: "riders keep their rank" },
        ]}
      />
      {draft.crossing !== "none" && (
        <>
          <Kinds
            legend="Who may cross"
            of={kinds}
            chosen={draft.kinds}
            field="seam.kinds"
            defined={defined}
            onToggle={(kind) => onChange({ kinds: toggled(draft.kinds, kind) }, `${plural(kind)} ${draft.kinds.includes(kind) ? "may not" : "may"} cross.`)}
          />
          {draft.kinds.includes("p") && (
            <RadioGroup
              legend="En passant over the edge lands"
              name="en_passant"
              value={draft.en_passant}
              onChoose={(en_passant) => onChange({ en_passant }, en_passant === "home" ? "En passant over the edge lands where the pawn came from." : "En passant over the edge lands on the crossed square.")}
              options={[
                { value: "crossed", name: "On the crossed square" },
                { value: "home", name: "Where the pawn came from" },
              ]}
            />
          )}
          <Notes defined={defined} field="seam.en_passant" />
          <Switch
            name="Mark crossings"
            about="A * behind the landing square in the list of moves"
            on={draft.mark}
            onChange={(mark) => onChange({ mark }, mark ? "Moves over the edge are marked." : "Moves over the edge are not marked.")}
          />
        </>
      )}
    </section>
  );
}

export function ReflectionSwitches({ draft, defined, onChange }: SwitchProps) {
  const { reflection } = draft;
  const set = (part: Partial<Reflection>, said: string) => onChange({ reflection: { ...reflection, ...part } }, said);
  return (
    <section class={styles.section} aria-labelledby="reflection">
      <h2 id="reflection">Reflection</h2>
      <Switch
        name="A move is reflected"
        about="What lands somewhere leaves something on the image of that square, if it is empty"
        on={draft.reflects}
        onChange={(reflects) => onChange({ reflects }, reflects ? "Moves are reflected." : "Moves are not reflected.")}
      />
      {draft.reflects && (
        <>
          <RadioGroup
            legend="The image of a square"
            name="map"
            value={reflection.map}
            onChoose={(map) => set({ map }, { rotate: "The image is half a turn away.", files: "Left and right are mirrored.", ranks: "Top and bottom are mirrored." }[map])}
            options={[
              { value: "rotate", name: "Half a turn", about: "a1 and h8" },
              { value: "files", name: "Left and right", about: "a1 and h1" },
              { value: "ranks", name: "Top and bottom", about: "a1 and a8" },
            ]}
          />
          <Makes reflection={reflection} defined={defined} onChange={set} />
          <RadioGroup
            legend="What appears is"
            name="colour"
            value={reflection.colour}
            onChoose={(colour) => set({ colour }, colour === "own" ? "What appears is the mover's own." : "What appears is the opponent's.")}
            options={[
              { value: "opponent", name: "The opponent's" },
              { value: "own", name: "The mover's own" },
            ]}
          />
          <Switch
            name="Captures are reflected too"
            on={reflection.captures}
            onChange={(captures) => set({ captures }, captures ? "Captures are reflected too." : "Captures are not reflected.")}
          />
          <Switch
            name="Promotions are reflected"
            about="as the piece promoted to"
            on={reflection.promotions}
            onChange={(promotions) => set({ promotions }, promotions ? "Promotions are reflected." : "Promotions are not reflected.")}
          />
          <Notes defined={{ ...defined, faults: defined.faults.filter(own), warnings: defined.warnings.filter(own) }} field="reflection" />
        </>
      )}
    </section>
  );
}

/** What is said about the reflection as a whole; the rest stands at its field. */
const own = ({ field }: { field: string }) => !field.startsWith("reflection.makes");

interface MakesProps {
  reflection: Reflection;
  defined: Defined;
  onChange: (part: Partial<Reflection>, said: string) => void;
}

/** What each kind makes, and which go on themselves. */
function Makes({ reflection, defined, onChange }: MakesProps) {
  const { makes, goes_on } = reflection;
  const make = (kind: Kind, made: Kind | "") => {
    const { [kind]: _, ...rest } = makes;
    onChange({ makes: made ? { ...rest, [kind]: made } : rest }, made ? `A ${kindNames[kind]} makes a ${kindNames[made]}.` : `A ${kindNames[kind]} makes nothing.`);
  };
  return (
    <fieldset class={switches.fieldset} {...marks(defined, "reflection.makes")}>
      <legend>What each piece leaves</legend>
      <ul class={switches.makes}>
        {kinds.map((kind) => (
          <li key={kind}>
            <PieceIcon letter={kind.toUpperCase()} label="" />
            <label>
              <span>{capitalise(kindNames[kind])} makes</span>
              <select class={controls.field} value={makes[kind] ?? ""} onChange={(event) => make(kind, event.currentTarget.value as Kind | "")}>
                <option value="">nothing</option>
                {kinds.map((made) => (
                  <option value={made}>a {kindNames[made]}</option>
                ))}
              </select>
            </label>
            <label class={switches.goesOn}>
              <input
                type="checkbox"
                checked={goes_on.includes(kind)}
                aria-label={`${plural(kind)} go on to the image themselves`}
                onChange={() => onChange({ goes_on: toggled(goes_on, kind) }, `${plural(kind)} ${goes_on.includes(kind) ? "stay where they land" : "go on to the image themselves"}.`)}
              />
              <span aria-hidden="true">goes on itself</span>
            </label>
          </li>
        ))}
      </ul>
      <Notes defined={defined} field="reflection.makes" />
    </fieldset>
  );
}

export function MoveSwitches({ draft, defined, onChange }: SwitchProps) {
  return (
    <section class={styles.section} aria-labelledby="moves">
      <h2 id="moves">Moves and end</h2>
      <Switch name="Castling" on={draft.castling} onChange={(castling) => onChange({ castling }, castling ? "There is castling." : "There is no castling.")} />
      <Switch
        name="Double step"
        about="Pawns may go two squares from their second rank"
        on={draft.double_push}
        onChange={(double_push) => onChange({ double_push }, double_push ? "Pawns may go two squares at first." : "Pawns go one square at a time.")}
      />
      <Kinds
        legend="A pawn becomes"
        of={["q", "r", "b", "n"]}
        chosen={draft.promotes}
        field="promotes"
        defined={defined}
        onToggle={(kind) => onChange({ promotes: toggledInOrder(draft.promotes, kind) }, `Pawns ${draft.promotes.includes(kind) ? "do not become" : "become"} ${kindNames[kind]}s.`)}
      />
      <RadioGroup
        legend="Whoever cannot move and is not in check"
        name="stalemate"
        value={draft.stalemate}
        onChoose={(stalemate) => onChange({ stalemate }, { draw: "Stalemate draws.", loss: "Stalemate loses.", win: "Stalemate wins." }[stalemate])}
        options={[
          { value: "draw", name: "Draws" },
          { value: "loss", name: "Loses" },
          { value: "win", name: "Wins" },
        ]}
      />
      <RadioGroup
        legend="Boards in a row"
        name="boards"
        value={String(draft.boards) as "1" | "3"}
        onChoose={(boards) => onChange({ boards: boards === "3" ? 3 : 1 }, boards === "3" ? "Three boards are shown." : "One board is shown.")}
        options={[
          { value: "1", name: "One" },
          { value: "3", name: "Three", about: "the same board, seen again on both sides" },
        ]}
      />
    </section>
  );
}

export function StartSwitches({ draft, defined, onChange, position, onSetUp }: StartProps) {
  return (
    <section class={styles.section} aria-labelledby="start">
      <h2 id="start">Start position</h2>
      <div>
        <label class={switches.stack}>
          <span>{draft.base ? "Position text" : "FEN"}</span>
          <textarea
            class={classes(controls.field, controls.figures)}
            rows={2}
            spellcheck={false}
            value={draft.start}
            {...marks(defined, "start")}
            onInput={(event) => onChange({ start: event.currentTarget.value.replaceAll("\n", " ") }, "", "start")}
          />
        </label>
        <Notes defined={defined} field="start" />
      </div>
      <div class={styles.row}>
        <button type="button" class={controls.button} onClick={onSetUp}>
          Set it up on a board
        </button>
        <button type="button" class={controls.button} disabled={position === draft.start} onClick={() => onChange({ start: position }, "The game starts with the position on the board.")}>
          Use the position shown
        </button>
        <button type="button" class={controls.button} disabled={draft.start === usualStart(draft.base)} onClick={() => onChange({ start: usualStart(draft.base), study: false }, draft.base ? "The game starts as usual." : "The game starts as in chess.")}>
          Usual start
        </button>
      </div>
      <Switch
        name="A study"
        about="A side may start without a king. It can be analysed, not played"
        on={draft.study}
        onChange={(study) => onChange({ study }, study ? "A side may start without a king." : "Both sides need a king.")}
      />
    </section>
  );
}
