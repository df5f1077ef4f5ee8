// The blocks of a rulebook: paragraphs, lists, tables, code and diagrams.
import { classes } from "../../style/classes";
import * as layouts from "../../style/layout.module.css";
import * as styles from "./rulebook.module.css";
import { variants } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { rich } from "../../text/rich";
import { t } from "../../text/text";
import type { Block, Claim, Diagram } from "../../wire.gen";
import { inline } from "./inline";
import { Picture } from "./Picture";

const names = variants.map((one) => one.name);

interface Props {
  blocks: readonly Block[];
  /** The rule set of the diagrams; chapters have none. */
  variant?: string;
  rules: Rules | null;
}

export function Blocks({ blocks, variant, rules }: Props) {
  return (
    <>
      {blocks.map((block) => {
        if (block.diagram) return <DiagramView diagram={block.diagram} variant={variant ?? ""} rules={rules} />;
        if (block.items) {
          return (
            <ul class={styles.items}>
              {block.items.map((item) => (
                <li>{inline(item, names)}</li>
              ))}
            </ul>
          );
        }
        if (block.rows) return <Table rows={block.rows} />;
        if (block.code !== undefined) {
          return (
            <pre class={classes(layouts.card, styles.code)} tabIndex={0}>
              {block.code}
            </pre>
          );
        }
        return <p>{inline(block.text ?? "", names)}</p>;
      })}
    </>
  );
}

function Table({ rows }: { rows: string[][] }) {
  const [head = [], ...body] = rows;
  return (
    <div
      class={styles.table}
      tabIndex={0}
      role="group"
      aria-label={t("page.learn.table", { heads: head.filter(Boolean).join(", ") })}
    >
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th scope="col">{inline(cell, names)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row) => (
            <tr>
              {row.map((cell) => (
                <td>{inline(cell, names)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DiagramView({ diagram, variant, rules }: { diagram: Diagram; variant: string; rules: Rules | null }) {
  const { about, position, chosen, move, last, view, study, reach = [], legal = [] } = diagram;
  const rest = reach.filter((to) => !legal.some((claim) => claim.move === to || claim.move.startsWith(chosen + to)));
  return (
    <div class={classes(layouts.card, styles.diagram)} data-diagram>
      {rules && (
        <Picture rules={rules} variant={variant} picture={{ about, position, chosen, move, last, view, study }} />
      )}
      <ul class={styles.claims}>
        {diagram.legal?.map((claim) => (
          <ClaimView claim={claim} legal />
        ))}
        {rest.length > 0 && (
          <li class={styles.legal}>
            {rest.length < reach.length
              ? t("page.learn.may-also-go", { square: chosen ?? "", squares: rest.join(", ") })
              : t("page.learn.may-go", { square: chosen ?? "", squares: rest.join(", ") })}
          </li>
        )}
        {diagram.illegal?.map((claim) => (
          <ClaimView claim={claim} legal={false} />
        ))}
      </ul>
      {diagram.link && (
        <p class={styles.open}>
          <a href={diagram.link} aria-label={t("page.learn.try-this", { about })}>
            {t("page.learn.try-this-position")}
          </a>
        </p>
      )}
    </div>
  );
}

function ClaimView({ claim, legal }: { claim: Claim; legal: boolean }) {
  return (
    <li class={classes(legal ? styles.legal : styles.illegal)}>
      {legal
        ? rich("page.learn.claim", { move: (text) => <code>{text}</code>, text: claim.text ?? "", code: claim.move })
        : rich("page.learn.claim-not", {
            move: (text) => <code>{text}</code>,
            text: claim.text ?? "",
            code: claim.move,
          })}
    </li>
  );
}
