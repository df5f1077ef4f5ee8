/**
 * What a CSS value comes to at an element. The page registers its variables, so that the browser resolves them by
 * itself; a board in somebody else's page registers none, since that would hold for all of it.
 */
export function resolved(element: Element, property: "color" | "transitionDuration", text: string): string {
  const swatch = document.createElement("i");
  swatch.style[property] = text;
  element.append(swatch);
  const value = getComputedStyle(swatch)[property];
  swatch.remove();
  return value;
}
