import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';

/** An element, and the event with which it became a trigger. */
export interface FirstEvent {
  element: HTMLElement;
  event: Event;
}

/** Events that Radix handles at a trigger, and its names of the handlers. */
const HANDLERS = {
  pointermove: 'onPointerMove',
  pointerleave: 'onPointerLeave',
  pointerdown: 'onPointerDown',
  focus: 'onFocus',
  blur: 'onBlur',
  click: 'onClick',
} as const;
type EventType = keyof typeof HANDLERS;

type Handlers = Partial<Record<(typeof HANDLERS)[EventType], (event: Event) => void>>;

/**
 * Child of a trigger of Radix that stands for an element rendered elsewhere: the element keeps its place in the tree, and with it
 * its focus, when it gets a tooltip. The trigger's handlers receive the element's events from the first one on.
 */
export function TriggerOf({
  first,
  ref,
  ...given
}: { first: FirstEvent; ref?: Ref<HTMLElement>; 'aria-describedby'?: string | undefined } & Handlers) {
  const { element, event } = first;
  const handlers = useRef<Handlers>(given);
  handlers.current = given;
  useImperativeHandle(ref, () => element, [element]);
  useLayoutEffect(() => {
    const handle = (one: Event) => handlers.current[HANDLERS[one.type as EventType]]?.(one);
    for (const type of Object.keys(HANDLERS)) element.addEventListener(type, handle);
    return () => {
      for (const type of Object.keys(HANDLERS)) element.removeEventListener(type, handle);
    };
  }, [element]);
  useLayoutEffect(() => {
    // React listens to `focusin`, which bubbles.
    const type = event.type === 'focusin' ? 'focus' : (event.type as EventType);
    handlers.current[HANDLERS[type]]?.(event);
  }, [event]);
  const description = given['aria-describedby'];
  useLayoutEffect(() => {
    if (description === undefined) return;
    const before = element.getAttribute('aria-describedby');
    element.setAttribute('aria-describedby', before === null ? description : `${before} ${description}`);
    return () => {
      if (before === null) element.removeAttribute('aria-describedby');
      else element.setAttribute('aria-describedby', before);
    };
  }, [element, description]);
  return null;
}
