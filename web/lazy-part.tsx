import { type ComponentType, lazy, Suspense } from 'react';

/** A part of the owner's pages whose code is loaded when it is drawn first, and that shows nothing until then. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): ComponentType<Props> {
  const Part = lazy(load);
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
