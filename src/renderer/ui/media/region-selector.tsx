import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import type { Region } from '../../../contract/search/visual.ts';
import { cx } from '../lib/classes.ts';
import { changedByKey, regionBetween, WHOLE } from '../lib/region.ts';
import { useVisualText } from '../lib/texts/visual-text.ts';
import styles from './region-selector.module.css';

/**
 * Selects a region of the image below or within it: dragging draws one; of the focused one, arrow keys move the
 * edges, and with Shift resize it. @param region null for the whole image
 */
export function RegionSelector({
  label,
  region,
  onRegion,
  onSubmit,
  onCancel,
  autoFocus = false,
  className,
  children,
}: {
  /** Accessible name of the image. */
  label: string;
  region: Region | null;
  /** Called with null for a click beside the region, or once it covers the whole image. */
  onRegion(region: Region | null): void;
  /** Enter. */
  onSubmit?(): void;
  /** Escape. */
  onCancel?(): void;
  autoFocus?: boolean;
  className?: string | undefined;
  /** The image, if it is not below. */
  children?: ReactNode;
}) {
  const t = useVisualText();
  const [drag, setDrag] = useState<{ from: { x: number; y: number }; to: { x: number; y: number } } | null>(null);
  const at = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };
  const shown = (drag && regionBetween(drag.from, drag.to)) ?? (drag ? null : region);
  const { x, y, width, height } = shown ?? WHOLE;
  const percent = (fraction: number) => Math.round(fraction * 100);
  const name = shown
    ? t('region.at', { x: percent(x), y: percent(y), width: percent(width), height: percent(height) })
    : t('region.whole');
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = changedByKey(shown ?? WHOLE, event);
    if (next) onRegion(next.width === 1 && next.height === 1 ? null : next);
    else if (event.key === 'Escape' && onCancel) onCancel();
    else return;
    event.preventDefault();
  };
  return (
    <fieldset
      className={cx(styles.area, className)}
      aria-label={label}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.querySelector('button')?.focus({ preventScroll: true });
        setDrag({ from: at(event), to: at(event) });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: at(event) })}
      onPointerUp={(event) => {
        // The last move of the pointer may not be rendered yet.
        if (drag) onRegion(regionBetween(drag.from, at(event)));
        setDrag(null);
      }}
      onPointerCancel={() => setDrag(null)}
    >
      {children}
      <button
        type="button"
        // biome-ignore lint/a11y/noAutofocus: the person just asked to select a region
        autoFocus={autoFocus}
        className={cx(styles.region, shown !== null && styles.selected)}
        aria-label={name}
        aria-description={t(onSubmit ? 'region.keys.submit' : 'region.keys')}
        style={{ left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` }}
        onKeyDown={onKeyDown}
        // By keys alone; a click is the end of a drag.
        onClick={(event) => event.detail === 0 && onSubmit?.()}
      />
      <span className="visually-hidden" role="status">
        {name}
      </span>
    </fieldset>
  );
}
