// Opens an address that names a gallery game: the game's definition replaces its name.
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { galleryDefinition, loadGallery, withDefinition } from "../game/galleryLink";
import { navigate } from "../router";
import { t } from "../text/text";

interface Props {
  /** The name in the address. */
  name: string;
  /** The page at which the definition opens. */
  path: string;
  /** The page to show if there is no gallery game with this name. */
  children: VNode;
}

export function GalleryLink({ name, path, children }: Props) {
  const [unknown, setUnknown] = useState(false);
  useEffect(() => {
    let left = false;
    const open = () => {
      if (left) return;
      const definition = galleryDefinition(name);
      if (definition) navigate(path + withDefinition(location.search, definition) + location.hash, "replace");
      else setUnknown(true);
    };
    // Without the gallery, the page reports an unknown name.
    loadGallery().then(open, open);
    return () => {
      left = true;
    };
  }, [name]);
  return unknown ? children : <p role="status">{t("page.play.loading-the-rules")}</p>;
}
