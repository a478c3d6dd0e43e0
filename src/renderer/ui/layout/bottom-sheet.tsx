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

/** Minimum drag distance in CSS pixels; less counts as a press. */
const PULL = 12;

const RaiseContext = createContext<(() => () => void) | null>(null);

/** Raises the enclosing sheet while the component is mounted. */
export function useExpandedSheet(): void {
  const raise = useContext(RaiseContext);
  useEffect(() => raise?.(), [raise]);
}

/** Returns a function that raises the enclosing sheet until the user lowers it. */
export function useExpandSheet(): () => void {
  const raise = useContext(RaiseContext);
  return () => void raise?.();
}

/**
 * A panel below what is watched, where there is no room beside it. Its grip, pressed or pulled, raises it over
 * everything but the player, and lowers it again; the parent has to be positioned.
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
    // A sheet raised by the user stays raised.
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
        // Pointer events are handled above; other clicks come from the keyboard or a screen reader.
        onClick={(event) => event.detail === 0 && setRaised(!isRaised)}
      />
      <RaiseContext value={raise}>{children}</RaiseContext>
    </section>
  );
}
