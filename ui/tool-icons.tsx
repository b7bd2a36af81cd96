/**
 * Only some pages or interactions need these, so they have their own file, which not every visitor
 * downloads.
 */
import { Icon, type IconProps } from './icons.tsx';

export const ArrowUpIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 20V4m-6 6 6-6 6 6" />
  </Icon>
);
export const GripIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01" strokeWidth="2.5" />
  </Icon>
);
export const CameraIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3.5 8h4l1.5-2.5h6L16.5 8h4v11h-17z" />
    <circle cx="12" cy="13" r="3.5" />
  </Icon>
);
export const CopyIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9" />
  </Icon>
);
export const PauseIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9 6v12M15 6v12" />
  </Icon>
);
export const PlayIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M8 5.5v13l11-6.5z" />
  </Icon>
);
