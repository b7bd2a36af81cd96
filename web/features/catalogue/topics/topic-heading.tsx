import type { ReactNode } from 'react';

type Props = {
  /** Above the name: what it is, or where it lies. */
  above: ReactNode;
  name: string;
  /** Beneath it, such as a formula. */
  children?: ReactNode;
};

/** The head of a page about a species or a locality. */
export const TopicHeading = ({ above, name, children }: Props) => (
  <header>
    <div className="text-quiet">{above}</div>
    <h1 className="mt-2 text-[clamp(2.5rem,6vw,4.5rem)] leading-none wrap-anywhere">{name}</h1>
    {children}
  </header>
);
