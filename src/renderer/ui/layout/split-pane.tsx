import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { setPreferences, usePreferences } from '../lib/preferences.ts';
import { useUiText } from '../lib/ui-text.ts';
import styles from './split-pane.module.css';

const STEP = 16;

/** Two panes; the width of the second is adjustable and stored under `name`. */
export function SplitPane({
  name,
  side,
  children,
  initial = 380,
  min = 280,
  max = 640,
}: {
  name: string;
  side: ReactNode;
  children: ReactNode;
  initial?: number;
  min?: number;
  max?: number;
}) {
  const t = useUiText();
  const pane = useRef<HTMLElement>(null);
  const width = usePreferences((preferences) => preferences.widths[name]) ?? initial;
  const clamp = (value: number) => Math.round(Math.min(max, Math.max(min, value)));
  const keep = (value: number) =>
    setPreferences({ widths: { ...usePreferences.getState().widths, [name]: clamp(value) } });

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const { currentTarget: handle, clientX, pointerId } = event;
    const sign = getComputedStyle(handle).direction === 'rtl' ? -1 : 1;
    handle.setPointerCapture(pointerId);
    let last = width;
    // Dragging changes only the style, to avoid rendering heavy panes on every move.
    const move = (moved: globalThis.PointerEvent) => {
      last = clamp(width - sign * (moved.clientX - clientX));
      pane.current?.style.setProperty('width', `${last}px`);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener(
      'lostpointercapture',
      () => {
        handle.removeEventListener('pointermove', move);
        keep(last);
      },
      { once: true },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') keep(width + STEP);
    if (event.key === 'ArrowRight') keep(width - STEP);
  };

  return (
    <div className={styles.split}>
      <div className={styles.main}>{children}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that moves is a widget (ARIA 1.2), which hr is not */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t('pane.resize')}
        aria-valuenow={width}
        aria-valuemin={min}
        aria-valuemax={max}
        className={styles.handle}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
        onDoubleClick={() => keep(initial)}
      />
      <aside ref={pane} className={styles.side} style={{ width }}>
        {side}
      </aside>
    </div>
  );
}
