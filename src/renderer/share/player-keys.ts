/** Step of the arrow keys in seconds, as in the players of the window. */
const SKIP_SECONDS = 5;
/** Elements with uses of their own for these keys: fields, buttons, and the player with its own controls. */
const OWN_KEYS = 'input, textarea, select, button, a, summary, video, audio, [contenteditable]';

/** Space and K play and pause; the left and right arrows skip. Works wherever nothing else uses these keys. */
export function playWithKeys(media: HTMLMediaElement): void {
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    if (target instanceof Element && target.closest(OWN_KEYS)) return;
    if (key === ' ' || key.toLowerCase() === 'k') {
      // Browsers may refuse media that is still being prepared.
      if (media.paused) media.play().catch(() => {});
      else media.pause();
    } else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      media.currentTime += key === 'ArrowLeft' ? -SKIP_SECONDS : SKIP_SECONDS;
    } else return;
    event.preventDefault();
  });
}
