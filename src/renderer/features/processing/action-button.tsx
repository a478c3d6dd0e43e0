import type { LucideIcon } from 'lucide-react';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { useIsPhone } from '../../ui/lib/media-query.ts';

interface ActionButtonProps {
  icon: LucideIcon;
  label: string;
  size?: 'small';
  disabled?: boolean;
  onClick(): void;
}

/** Button of a row or of the page; on phones without its label, which leaves the room to the name. */
export function ActionButton({ label, ...props }: ActionButtonProps) {
  return useIsPhone() ? <IconButton label={label} {...props} /> : <Button {...props}>{label}</Button>;
}
