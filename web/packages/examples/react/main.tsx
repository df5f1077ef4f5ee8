// A game of your own, defined in TOML, played against the engine in React 19.
import "@tainchess/board";
import type { ChangeDetail, TainBoard } from "@tainchess/board";
import { loadRules, type Rules } from "@tainchess/rules";
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";

const game = `
name = "wrapping"
title = "Chess on a cylinder"
castling = false

[seam]
crossing = "wrap"
kinds = "pnbrqk"
`;

function Game({ rules, variant }: { rules: Rules; variant: string }) {
  const board = useRef<TainBoard>(null);
  const [said, setSaid] = useState("Your move.");

  useEffect(() => {
    const element = board.current;
    if (!element) return;
    element.rules = rules;
    const reply = async ({ state, moves }: ChangeDetail) => {
      if (state.turn !== "black" || state.outcome.result) return;
      const found = await rules.search({ variant, moves, level: 3, choose: true, limits: { time: 200 } });
      await element.play(found.move);
      setSaid(`The engine played ${found.san}.`);
    };
    const changed = (event: CustomEvent<ChangeDetail>) => void reply(event.detail);
    element.addEventListener("tain-change", changed);
    return () => element.removeEventListener("tain-change", changed);
  }, [rules, variant]);

  return (
    <main>
      <h1>Chess on a cylinder</h1>
      <tain-board ref={board} variant={variant} moves="white" />
      <p role="status">{said}</p>
    </main>
  );
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "tain-board": React.DetailedHTMLProps<React.HTMLAttributes<TainBoard>, TainBoard> & {
        variant?: string;
        moves?: string;
      };
    }
  }
}

const rules = await loadRules();
const { definition, faults } = await rules.define(game);
const root = document.querySelector("#root");
if (!root || faults.length > 0) throw new Error(faults[0]?.message ?? "the page has no root");
createRoot(root).render(<Game rules={rules} variant={definition} />);
