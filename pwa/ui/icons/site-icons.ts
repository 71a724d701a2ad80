import type { IconShape } from './icon.tsx';

// Icons of the public page, apart from the others: a chunk has whole modules, with all that any page needs of them.

export const alertIcon: IconShape = {
  d: 'M10.7 4.3 2.7 18a1.5 1.5 0 0 0 1.3 2.3h16a1.5 1.5 0 0 0 1.3-2.3l-8-13.7a1.5 1.5 0 0 0-2.6 0zM12 9.5v4.3M12 17h.01',
};
export const checkIcon: IconShape = { d: 'm5 12.5 4.5 4.5L19 7.5' };
export const chevronDownIcon: IconShape = { d: 'm6 9.5 6 6 6-6' };
export const closeIcon: IconShape = { d: 'm6 6 12 12M18 6 6 18' };
export const downloadIcon: IconShape = { d: 'M12 4v11.5M7 10.5l5 5 5-5M4.5 20h15' };
export const facebookIcon: IconShape = {
  solid: true,
  d: 'M12 3a9 9 0 0 1 1.5 17.88v-6.3h2.2l.4-2.6h-2.6v-1.6c0-.8.4-1.4 1.5-1.4h1.2V6.75a12 12 0 0 0-2-.2c-2.1 0-3.4 1.25-3.4 3.5v1.93H8.5v2.6h2.3v6.33A9 9 0 0 1 12 3z',
};
export const globeIcon: IconShape = {
  d: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0zM3 12h18M12 3c2.5 2.6 3.7 5.6 3.7 9s-1.2 6.4-3.7 9c-2.5-2.6-3.7-5.6-3.7-9S9.5 5.6 12 3z',
};
export const linkIcon: IconShape = {
  d: 'M10 14a4.2 4.2 0 0 0 6 0l3-3a4.25 4.25 0 0 0-6-6l-1.3 1.3M14 10a4.2 4.2 0 0 0-6 0l-3 3a4.25 4.25 0 0 0 6 6l1.3-1.3',
};
export const linkedinIcon: IconShape = {
  solid: true,
  d: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM6.4 10v7.8h2.5V10zM6.2 7.5a1.45 1.45 0 1 0 2.9 0 1.45 1.45 0 1 0-2.9 0zM10.6 10v7.8h2.5v-4.1c0-1.2.6-1.8 1.5-1.8s1.4.6 1.4 1.8v4.1h2.5v-4.6c0-2.2-1.1-3.4-2.9-3.4-1.2 0-2 .5-2.5 1.3V10z',
};
export const mailIcon: IconShape = {
  d: 'M4.5 5.5h15a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5zM3.5 6.5 12 13l8.5-6.5',
};
export const menuIcon: IconShape = { d: 'M4 7h16M4 12h16M4 17h16' };
export const phoneIcon: IconShape = {
  d: 'M8.2 3.5H5.4a2 2 0 0 0-2 2.2A17 17 0 0 0 18.3 20.6a2 2 0 0 0 2.2-2v-2.8l-4.3-1.8-1.9 2.3a13.5 13.5 0 0 1-6.6-6.6L10 7.8z',
};
export const pitchIcon: IconShape = {
  d: 'M3 5h18v14H3zM12 5v14M9.2 12a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0zM3 9h3v6H3M21 9h-3v6h3',
};
export const shareIcon: IconShape = {
  d: 'M15.2 5.5a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0zM3.2 12a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0zM15.2 18.5a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0zM8.5 10.7l7-3.9M8.5 13.3l7 3.9',
};
export const twitterIcon: IconShape = {
  solid: true,
  d: 'M3.2 4h5.5l4 5.4L17.4 4h2.5l-6 7.1L20.8 20h-5.5l-4.4-5.9L5.9 20H3.4l6.4-7.5zM6.6 5.7l9.6 12.6h1.4L8 5.7z',
};
export const whatsappIcon: IconShape = {
  d: 'm3.5 20.5 1.3-4.4a8.7 8.7 0 1 1 3.2 3.1zM9 8.3c-.7 2.9 3.9 7.4 6.7 6.7l.9-1.7-2.2-1.2-.9.9c-1-.4-1.9-1.3-2.4-2.4l.9-.9-1.2-2.2z',
};
