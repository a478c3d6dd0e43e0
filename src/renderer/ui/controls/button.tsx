import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../lib/classes.ts';
import styles from './button.module.css';
import { Tooltip } from './tooltip.tsx';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  look?: Look;
  size?: 'normal' | 'small';
  icon?: LucideIcon;
  children: ReactNode;
}

/** Button with a label. */
export function Button({ look = 'plain', size = 'normal', icon: Icon, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(styles.button, styles[look], size === 'small' && styles.small, className)}
    >
      {Icon && <Icon aria-hidden size={size === 'small' ? 14 : 16} strokeWidth={1.75} />}
      <span className={styles.label}>{children}</span>
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Accessible name and tooltip. */
  label: string;
  /** Shortcut in the tooltip, such as `Space`. */
  shortcut?: string;
  size?: 'normal' | 'small';
  look?: 'quiet' | 'primary';
  pressed?: boolean;
}

/** Icon button; 28 px, or 24 px if small. */
export function IconButton({
  icon: Icon,
  label,
  shortcut,
  size = 'normal',
  look = 'quiet',
  pressed,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} {...(shortcut !== undefined && { shortcut })}>
      <button
        type="button"
        aria-label={label}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        {...rest}
        className={cx(styles.icon, styles[look], size === 'small' && styles.small, className)}
      >
        <Icon aria-hidden size={size === 'small' ? 14 : 16} strokeWidth={1.75} />
      </button>
    </Tooltip>
  );
}
