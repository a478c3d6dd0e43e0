import { type PointerEvent, useState } from 'react';
import type { Region } from '../../../../contract/visual.ts';
import { useVisualText } from '../../../ui/lib/visual-text.ts';
import { regionBetween } from './region.ts';
import styles from './visual.module.css';

/** The picture that is searched with; dragging across it selects a region. */
export function SourcePicture({
  src,
  region,
  onRegion,
}: {
  src: string;
  region: Region | null;
  onRegion(region: Region | null): void;
}) {
  const t = useVisualText();
  const [drag, setDrag] = useState<{ from: { x: number; y: number }; to: { x: number; y: number } } | null>(null);
  const at = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };
  const shown = drag ? regionBetween(drag.from, drag.to) : region;
  return (
    <fieldset
      className={styles.source}
      aria-label={t('region.label')}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: at(event), to: at(event) });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: at(event) })}
      onPointerUp={() => {
        if (drag) onRegion(regionBetween(drag.from, drag.to));
        setDrag(null);
      }}
      onPointerCancel={() => setDrag(null)}
    >
      <img src={src} alt="" draggable={false} className={styles.image} />
      {shown && (
        <span
          className={styles.region}
          style={{
            left: `${shown.x * 100}%`,
            top: `${shown.y * 100}%`,
            width: `${shown.width * 100}%`,
            height: `${shown.height * 100}%`,
          }}
        />
      )}
    </fieldset>
  );
}
