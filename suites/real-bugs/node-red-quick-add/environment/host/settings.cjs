const { tmpdir } = require('node:os');
const { join } = require('node:path');

module.exports = {
  uiHost: '127.0.0.1',
  uiPort: Number(process.env.PORT ?? 3000),
  // Absolute: a file of this name in the working folder, which cannot be written to, would come first.
  flowFile: join(tmpdir(), 'flow-editor', 'flows.json'),
  credentialSecret: false,
  telemetry: { enabled: false, updateNotification: false },
  externalModules: { autoInstall: false, palette: { allowInstall: false }, modules: { allowInstall: false } },
  editorTheme: { tours: false, palette: { catalogues: [] }, projects: { enabled: false } },
  logging: { console: { level: 'warn' } },
};
