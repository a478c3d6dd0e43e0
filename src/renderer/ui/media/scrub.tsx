import { type PointerEvent, useState } from 'react';
import styles from './thumbnail.module.css';

/** Number of stills that the width of a thumbnail goes through. */
const STEPS = 16;

/** Shows the stills of a video while the pointer moves over its thumbnail, as if it were a timeline. */
export function Scrub({ urlAt }: { urlAt(fraction: number): string | null }) {
  const [step, setStep] = useState<number | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  const fraction = step === null ? 0 : (step + 0.5) / STEPS;
  const url = step === null ? null : urlAt(fraction);
  const onPointerMove = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / Math.max(1, width)) * STEPS);
    setStep(Math.min(STEPS - 1, Math.max(0, at)));
  };
  return (
    <span
      aria-hidden
      className={styles.scrub}
      onPointerMove={onPointerMove}
      onPointerLeave={() => {
        setStep(null);
        setLoaded(null);
      }}
    >
      {/* The last still stays until the next has loaded. */}
      {loaded !== null && step !== null && <img src={loaded} alt="" className={styles.frame} />}
      {url !== null && url !== loaded && (
        <img src={url} alt="" className={styles.pending} onLoad={() => setLoaded(url)} />
      )}
      {step !== null && <span className={styles.position} style={{ insetInlineStart: `${fraction * 100}%` }} />}
    </span>
  );
}
