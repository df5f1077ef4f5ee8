/** Returns the computed value of a CSS variable at an element: a colour, or a time in seconds. */
export function resolved(element: Element, property: "color" | "transitionDuration", variable: string): string {
  const swatch = document.createElement("i");
  swatch.style[property] = `var(${variable})`;
  element.append(swatch);
  const value = getComputedStyle(swatch)[property];
  swatch.remove();
  return value;
}
