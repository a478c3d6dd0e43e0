import { markWords } from '../../../ui/lib/mark-words.ts';
import styles from './marked-text.module.css';

/** Text with highlighted query words. @param match as in {@link markWords} */
export function MarkedText({
  text,
  words,
  match = 'forms',
}: {
  text: string;
  words: readonly string[];
  match?: 'forms' | 'parts';
}) {
  let at = 0;
  return (
    <span dir="auto">
      {markWords(text, words, match).map((piece) => {
        const key = at;
        at += piece.text.length;
        return piece.isMarked ? (
          <mark key={key} className={styles.mark}>
            {piece.text}
          </mark>
        ) : (
          <span key={key}>{piece.text}</span>
        );
      })}
    </span>
  );
}
