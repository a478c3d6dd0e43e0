import { Tooltip as Radix } from 'radix-ui';
import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react';
import styles from './tooltip.module.css';
import { type FirstEvent, TriggerOf } from './trigger-of.tsx';

/** Wraps the window, so that consecutive tooltips open without delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  );
}

/**
 * Tooltip of an element; never the only place for information. Its parts are rendered once the element is hovered, pressed, or
 * focused: they take several times as long as a button, and a page has dozens.
 */
export function Tooltip({
  text,
  shortcut,
  children,
}: {
  text: string;
  shortcut?: string;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}) {
  const [first, setFirst] = useState<FirstEvent | null>(null);
  const { onPointerMove, onPointerDown, onFocus } = children.props;
  const begin = ({ currentTarget, nativeEvent }: PointerEvent<HTMLElement> | FocusEvent<HTMLElement>) => {
    if (first?.element !== currentTarget) setFirst({ element: currentTarget, event: nativeEvent });
  };
  return (
    <>
      {cloneElement(children, {
        onPointerMove(event) {
          onPointerMove?.(event);
          begin(event);
        },
        onPointerDown(event) {
          onPointerDown?.(event);
          begin(event);
        },
        onFocus(event) {
          onFocus?.(event);
          begin(event);
        },
      })}
      {first && (
        <Radix.Root>
          <Radix.Trigger asChild>
            <TriggerOf first={first} />
          </Radix.Trigger>
          <Radix.Portal>
            <Radix.Content className={styles.tip} sideOffset={6} collisionPadding={8}>
              {text}
              {shortcut && <kbd className={styles.key}>{shortcut}</kbd>}
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </>
  );
}
