export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts'
export { type TellNetworks, tellNetworks } from './tell-networks.ts'
