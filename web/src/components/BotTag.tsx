// Marks the name of a bot account.
import * as layouts from "../style/layout.module.css";
import { t } from "../text/text";

export function BotTag({ bot }: { bot?: boolean }) {
  if (!bot) return null;
  return (
    <abbr class={layouts.muted} title={t("page.bots.tag")} data-bot>
      {t("page.bots.bot")}
    </abbr>
  );
}
