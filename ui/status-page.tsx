import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';

type Props = {
  title: string;
  label?: string;
  picture?: string;
  back: { hash?: string; text: string };
  children: ReactNode;
};

export function StatusPage({ title, label, picture, back, children }: Props) {
  return (
    <section className="room grid min-h-[calc(100svh-var(--header-height))] place-items-center py-16">
      <div className="page flex max-w-2xl flex-col items-center gap-5 text-center wrap-anywhere">
        {picture && <img src={picture} alt="" className="size-18 object-contain" />}
        {label && <p className="label text-quiet">{label}</p>}
        <h1 className="text-[clamp(2.25rem,5vw,3.75rem)] leading-none">{title}</h1>
        {children}
        <Link to="/" hash={back.hash} className={buttonClass()}>
          {back.text}
        </Link>
      </div>
    </section>
  );
}
