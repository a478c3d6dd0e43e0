/**
 * Name of a speaker for readers: `Speaker 2` for the label S2, which one without a name has on the wire. Pure.
 * @param language tag such as `de-AT`; English for others than German
 */
export function speakerText(name: string, language = 'en'): string {
  const number = /^S([1-9]\d{0,2})$/.exec(name)?.[1];
  return number === undefined ? name : `${language.startsWith('de') ? 'Sprecher' : 'Speaker'} ${number}`;
}
