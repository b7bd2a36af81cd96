import type { ReactNode } from 'react';

type Props = {
  above: ReactNode;
  name: string;
  children?: ReactNode;
};

export const TopicHeading = ({ above, name, children }: Props) => (
  <header>
    <div className="text-quiet">{above}</div>
    <h1 className="mt-2 text-[clamp(2.5rem,6vw,4.5rem)] leading-none wrap-anywhere">{name}</h1>
    {children}
  </header>
);
