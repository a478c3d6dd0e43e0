type Child = Node | string | null | false;

interface Properties {
  class?: string;
  /** CSS properties, custom ones included. */
  style?: Readonly<Record<string, string>>;
  attributes?: Readonly<Record<string, string>>;
  on?: { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };
}

/** Creates an element. Strings become text nodes, so content of videos is never parsed as markup. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { class: className, style, attributes, on }: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== undefined) made.className = className;
  for (const [key, value] of Object.entries(style ?? {})) made.style.setProperty(key, value);
  for (const [key, value] of Object.entries(attributes ?? {})) made.setAttribute(key, value);
  for (const [key, listener] of Object.entries(on ?? {})) made.addEventListener(key, listener as EventListener);
  made.append(...children.filter((child): child is Node | string => child !== null && child !== false));
  return made;
}
