/**
 * The headless widgets stop the page behind a dialog from scrolling by a style element; the server's content security
 * policy admits only those with the nonce of this page. They look for it under the name that bundlers agreed on.
 */
export function allowWidgetStyles(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}
