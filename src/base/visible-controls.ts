/**
 * Characters that change the order or the look of the text around them: controls other than tab and line breaks, and
 * those that embed, override, or isolate a direction. Marks of a direction (LRM, RLM, ALM) stay, since they are part of
 * ordinary text.
 */
const CONTROLS = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Text from elsewhere with such characters shown as such: `⟨U+202E⟩`. The same text where there are none. Pure. */
export function visibleControls(text: string): string {
  return text.replace(CONTROLS, (each) => `⟨U+${each.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`);
}
