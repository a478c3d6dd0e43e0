import {
  createContext,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '../lib/classes.ts';
import { useUiText } from '../lib/ui-text.ts';
import styles from './bottom-sheet.module.css';

/** A pull shorter than this is a press, in CSS pixels. */
const PULL = 12;

const RaiseContext = createContext<(() => () => void) | null>(null);

/** Raises the sheet around it, if there is one, for as long as the component is there: for work that needs room. */
export function useRaisedSheet(): void {
  const raise = useContext(RaiseContext);
  useEffect(() => raise?.(), [raise]);
}

/** Raises the sheet around it, if there is one, until a person lowers it. */
export function useRaiseSheet(): () => void {
  const raise = useContext(RaiseContext);
  return () => void raise?.();
}

/**
 * A panel below what is watched, where there is no room beside it. Its grip, pressed or pulled, raises it over
 * everything but the picture, and lowers it again; the parent has to be positioned.
 */
export function BottomSheet({ children }: { children: ReactNode }) {
  const t = useUiText();
  const [isRaised, setRaised] = useState(false);
  const from = useRef<number | null>(null);
  const now = useRef(isRaised);
  now.current = isRaised;
  const raise = useCallback(() => {
    const before = now.current;
    setRaised(true);
    // A sheet that a person had raised stays up.
    return () => {
      if (!before) setRaised(false);
    };
  }, []);
  const onPointerUp = ({ clientY }: PointerEvent) => {
    const way = from.current === null ? 0 : clientY - from.current;
    from.current = null;
    setRaised(Math.abs(way) < PULL ? !isRaised : way < 0);
  };
  return (
    <section className={cx(styles.sheet, isRaised && styles.raised)}>
      <button
        type="button"
        className={styles.grip}
        aria-expanded={isRaised}
        aria-label={t(isRaised ? 'sheet.lower' : 'sheet.raise')}
        onPointerDown={(event) => {
          from.current = event.clientY;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          from.current = null;
        }}
        // The pointer has been dealt with; a click without one comes from the keyboard or a screen reader.
        onClick={(event) => event.detail === 0 && setRaised(!isRaised)}
      />
      <RaiseContext value={raise}>{children}</RaiseContext>
    </section>
  );
}
