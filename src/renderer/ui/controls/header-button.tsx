import type { LucideIcon } from 'lucide-react';
import { useIsNarrow } from '../lib/media-query.ts';
import { Button, IconButton } from './button.tsx';

/** Action in the header of a page; without its label in narrow windows, which leaves space for the title. */
export function HeaderButton({ icon, label, onClick }: { icon: LucideIcon; label: string; onClick(): void }) {
  const isNarrow = useIsNarrow();
  return isNarrow ? (
    <IconButton icon={icon} label={label} onClick={onClick} />
  ) : (
    <Button icon={icon} onClick={onClick}>
      {label}
    </Button>
  );
}
