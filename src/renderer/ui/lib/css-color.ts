/** Resolves a CSS color, such as of a custom property, for canvas, which doesn't support light-dark(). */
export function resolveColor(near: HTMLElement, value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  near.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
