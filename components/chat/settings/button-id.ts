/** The ID of the button that opens the settings, which gets the focus back when they close. */
export const SETTINGS_BUTTON_ID = 'chat-settings-button';
