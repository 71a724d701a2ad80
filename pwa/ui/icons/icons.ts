import type { IconShape } from './icon.tsx';

// The product's icons on a grid of 24. One constant each: a page loads only the icons that it imports.

export const moreIcon: IconShape = {
  solid: true,
  d: 'M3.2 12a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0zM10.2 12a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0zM17.2 12a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0z',
};
export const plusIcon: IconShape = { d: 'M12 5v14M5 12h14' };
export const archiveIcon: IconShape = { d: 'M3 4h18v5H3zM5 9v11h14V9M10 13h4' };
/** Bars of different heights. */
export const chartIcon: IconShape = { d: 'M4 20h16M7 20v-6M12 20V5M17 20v-9' };
/** Rows with boxes before them. */
export const selectIcon: IconShape = { d: 'M4 4h5v5H4zM4 15h5v5H4zM13 6.5h7M13 17.5h7' };
/** Six dots: what can be taken and moved. */
export const gripIcon: IconShape = { d: 'M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01' };
/** Columns of cards. */
export const boardIcon: IconShape = { d: 'M4 4h4v16H4zM10 4h4v10h-4zM16 4h4v13h-4z' };
export const columnsIcon: IconShape = { d: 'M4 5h16v14H4zM9.5 5v14M14.5 5v14' };
/** A funnel. */
export const filterIcon: IconShape = { d: 'M4 5h16l-6 7.5V19l-4-2v-4.5z' };
export const bookmarkIcon: IconShape = { d: 'M7 4h10v16l-5-4-5 4z' };
/** Two rows of two lines. */
export const rowsIcon: IconShape = { d: 'M4 5.5h16M4 9h10M4 15h16M4 18.5h10' };
/** Down and up. */
export const sortIcon: IconShape = {
  d: 'M8 5v14M4.5 15.5 8 19l3.5-3.5M16 19V5M12.5 8.5 16 5l3.5 3.5',
};
export const chevronLeftIcon: IconShape = { d: 'm14.5 6-6 6 6 6' };
export const chevronRightIcon: IconShape = { d: 'm9.5 6 6 6-6 6' };
export const arrowLeftIcon: IconShape = { d: 'M19 12H5M11 6l-6 6 6 6' };
export const arrowDownIcon: IconShape = { d: 'M12 5v14M18 13l-6 6-6-6' };
export const arrowUpIcon: IconShape = { d: 'M12 19V5M6 11l6-6 6 6' };

export const calendarIcon: IconShape = {
  d: 'M5 5h14a1.5 1.5 0 0 1 1.5 1.5v12A1.5 1.5 0 0 1 19 20H5a1.5 1.5 0 0 1-1.5-1.5v-12A1.5 1.5 0 0 1 5 5zM3.5 9.5h17M8 3v4M16 3v4',
};

export const bellIcon: IconShape = {
  d: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21.2h4',
};
export const clockIcon: IconShape = {
  d: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0zM12 7v5.2l3.5 2',
};
export const eyeIcon: IconShape = {
  d: 'M2.5 12C4.3 8 7.8 5.8 12 5.8S19.7 8 21.5 12c-1.8 4-5.3 6.2-9.5 6.2S4.3 16 2.5 12zM9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0z',
};
export const eyeOffIcon: IconShape = {
  d: 'M4 4l16 16M9.6 6.1a9.7 9.7 0 0 1 2.4-.3c4.2 0 7.7 2.2 9.5 6.2a11.6 11.6 0 0 1-2.6 3.6M15.9 17.4a9.7 9.7 0 0 1-3.9.8c-4.2 0-7.7-2.2-9.5-6.2a11.6 11.6 0 0 1 3.8-4.5M9.9 9.9a3 3 0 0 0 4.2 4.2',
};
export const checkCircleIcon: IconShape = {
  d: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0zM8 12.3l2.8 2.8L16 9.5',
};
export const infoIcon: IconShape = {
  d: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0zM12 11v5M12 8h.01',
};
export const syncIcon: IconShape = {
  d: 'M20 11.5a8 8 0 0 0-14.2-4.6L4 9M4 4.5V9h4.5M4 12.5a8 8 0 0 0 14.2 4.6L20 15M20 19.5V15h-4.5',
};
export const offlineIcon: IconShape = {
  d: 'M3.5 3.5l17 17M2.5 9.5a14 14 0 0 1 4.3-2.7M10.5 5.7A14 14 0 0 1 21.5 9.5M5.7 13a9.5 9.5 0 0 1 4-2.2M15 11.2a9.5 9.5 0 0 1 3.3 1.8M9 16.5a4.6 4.6 0 0 1 6 0M12 20h.01',
};

export const searchIcon: IconShape = {
  d: 'M4 11a7 7 0 1 0 14 0 7 7 0 1 0-14 0zM16.2 16.2 20.5 20.5',
};
export const editIcon: IconShape = {
  d: 'M4 20l.9-4.3L16.2 4.4a1.5 1.5 0 0 1 2.1 0l1.3 1.3a1.5 1.5 0 0 1 0 2.1L8.3 19.1zM14 6.6l3.4 3.4',
};
export const noteIcon: IconShape = {
  d: 'M14.5 20.5H5.5A1.5 1.5 0 0 1 4 19V5a1.5 1.5 0 0 1 1.5-1.5h13A1.5 1.5 0 0 1 20 5v10zM20 15h-4a1.5 1.5 0 0 0-1.5 1.5v4M8 8.5h8M8 12.5h4.5',
};
export const trashIcon: IconShape = {
  d: 'M4 6.5h16M9 6.5V4.2h6v2.3M6 6.5l.8 12.6a1.5 1.5 0 0 0 1.5 1.4h7.4a1.5 1.5 0 0 0 1.5-1.4L18 6.5M10 11v5.5M14 11v5.5',
};
export const copyIcon: IconShape = {
  d: 'M9.5 8.5h9A1.5 1.5 0 0 1 20 10v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 8 19v-9a1.5 1.5 0 0 1 1.5-1.5zM5 15.5A1.5 1.5 0 0 1 4 14V5a1.5 1.5 0 0 1 1.5-1.5h9A1.5 1.5 0 0 1 16 5',
};
export const expandIcon: IconShape = { d: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5' };
/** A paper plane, taking off. */
export const printIcon: IconShape = {
  d: 'M7 8.5V3.5h10v5M7 17H4.5A1.5 1.5 0 0 1 3 15.5V10a1.5 1.5 0 0 1 1.5-1.5h15A1.5 1.5 0 0 1 21 10v5.5a1.5 1.5 0 0 1-1.5 1.5H17M7 14h10v6.5H7z',
};
export const uploadIcon: IconShape = { d: 'M12 15.5V4M7 9l5-5 5 5M4.5 20h15' };
export const qrIcon: IconShape = {
  d: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5M20 14v2.5M14 17.5V20h2.5M20 20h-.01M17 17h.01',
};

export const userIcon: IconShape = {
  d: 'M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM4.5 20.5c.7-4 3.6-6.2 7.5-6.2s6.8 2.2 7.5 6.2',
};
export const usersIcon: IconShape = {
  d: 'M5.5 8.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0zM2.5 20c.5-3.7 3-5.7 6.5-5.7s6 2 6.5 5.7M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.6c2.3.7 3.7 2.6 4 5.4',
};
export const keyIcon: IconShape = {
  d: 'M4 16a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM10.9 13.1 20 4M16.5 7.5l2.5 2.5M13.7 10.3l1.8 1.8',
};
export const blockIcon: IconShape = { d: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0zM5.8 5.8l12.4 12.4' };
export const deviceIcon: IconShape = {
  d: 'M8.5 2.5h7A1.5 1.5 0 0 1 17 4v16a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 20V4a1.5 1.5 0 0 1 1.5-1.5zM11 18.5h2',
};
export const inboxIcon: IconShape = {
  d: 'M3 13.5h5l1.3 2.5h5.4l1.3-2.5h5M3 13.5 5.6 5.6A1.5 1.5 0 0 1 7 4.5h10a1.5 1.5 0 0 1 1.4 1.1L21 13.5V18a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18z',
};
export const translateIcon: IconShape = {
  d: 'M3.5 5.5h10M8.5 3v2.5M11.5 5.5c-.8 4-3.5 7.2-7.5 9M5.5 9c1.2 2.5 3.2 4.4 5.7 5.5M11.5 20.5 16 10l4.5 10.5M13 17h6',
};
export const logoutIcon: IconShape = {
  d: 'M10 4H6a1.5 1.5 0 0 0-1.5 1.5v13A1.5 1.5 0 0 0 6 20h4M15.5 8l4 4-4 4M19.5 12H9.5',
};
