// The user's own pictures of a game's pieces.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as switches from "./switches.module.css";
import { GamePieces } from "../../board/GamePieces";
import { useOwnPictures } from "../../board/ownPictures";
import { PieceIcon } from "../../board/Piece";
import { lettersOf, nameOf } from "../../board/pieces";
import { Button } from "../../components/Button";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import type { Defined, VariantInfo } from "../../wire.gen";
import { Section } from "./fields";
import { deletePicture, readPicture, savePicture } from "./pictures";

interface Props {
  info: VariantInfo;
  defined: Defined;
  onSay: (message: string) => void;
  onProblem: (message: string) => void;
}

export function PictureSwitches({ info, defined, onSay, onProblem }: Props) {
  const { name: game, kinds } = info;
  const piece = (letter: string) => nameOf(letter, kinds);
  const own = useOwnPictures(game);
  const choose = async (letter: string, file: File) => {
    try {
      savePicture(game, letter, await readPicture(file));
      onSay(t("page.workshop.own-picture-of", { piece: piece(letter) }));
    } catch (why) {
      onProblem(`${file.name}: ${errorText(why)}`);
    }
  };
  const remove = (letter: string) => {
    deletePicture(game, letter);
    onSay(t("page.workshop.usual-picture-of", { piece: piece(letter) }));
  };
  return (
    <Section
      id="own-pictures"
      title={t("page.workshop.own-pictures")}
      changed={own.size > 0}
      fields={[]}
      defined={defined}
    >
      <p class={layouts.muted}>{t("page.workshop.own-pictures-about")}</p>
      <GamePieces info={info}>
        <ul class={classes(layouts.list, switches.pictures)}>
          {lettersOf(kinds)
            .flatMap((letter) => [letter.toUpperCase(), letter])
            .map((letter) => (
              <li key={letter} class={switches.picture}>
                <label class={controls.button} title={t("page.workshop.choose-picture-of", { piece: piece(letter) })}>
                  <PieceIcon letter={letter} label="" />
                  <input
                    class={controls.visuallyHidden}
                    type="file"
                    accept=".svg,image/svg+xml"
                    aria-label={t("page.workshop.choose-picture-of", { piece: piece(letter) })}
                    onChange={(event) => {
                      const file = event.currentTarget.files?.[0];
                      event.currentTarget.value = "";
                      if (file) void choose(letter, file);
                    }}
                  />
                </label>
                {own.has(letter) && (
                  <Button
                    aria-label={t("page.workshop.remove-picture-of", { piece: piece(letter) })}
                    onClick={() => remove(letter)}
                  >
                    {t("page.workshop.remove-picture")}
                  </Button>
                )}
              </li>
            ))}
        </ul>
      </GamePieces>
    </Section>
  );
}
