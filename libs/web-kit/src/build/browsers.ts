/** Without minimum browser versions, the CSS minifier expands modern CSS to three times its size. */
export const BROWSERS = ['chrome >= 123', 'edge >= 123', 'firefox >= 128', 'safari >= 17.5']
