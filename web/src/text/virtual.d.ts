/** The files of the languages that are fetched: texts.mjs writes it. */
declare module "virtual:languages" {
  const files: Record<"de" | "es" | "fr" | "ru", string>;
  export default files;
}
