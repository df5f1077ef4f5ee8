// Opens files that are dropped onto the page.
import { useEffect, useRef } from "preact/hooks";

/** Reports whether a drag carries files, and not text or a link. */
export function carriesFiles(transfer: Pick<DataTransfer, "types"> | null): boolean {
  return transfer?.types.includes("Files") ?? false;
}

/** Calls onFile with a file that is dropped anywhere on the page. */
export function useDrop(onFile: (file: File) => void): void {
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (carriesFiles(event.dataTransfer)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      latest.current(file);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", drop);
    };
  }, []);
}
