import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findJdk } from './java.js';

const javaMajorMin = 21;
const nodeMin = [20, 19];

/** True when a version such as `v20.19.1` is at least `[major, minor]`. */
export const isAtLeast = (version, [majorMin, minorMin]) => {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > majorMin || (major === majorMin && minor >= minorMin);
};

/**
 * What cannot be fetched through npm or Maven must be there already: Node, a JDK, Maven itself.
 * A missing one ends through `giveUp` with the command that installs it. Java and Maven are not asked for when
 * everything that needs them is replaced by an address.
 */
export const checkPrerequisites = (giveUp, env = process.env) => {
  if (process.platform === 'win32')
    giveUp('The local stack runs on Linux and macOS; on Windows use WSL: wsl --install');
  if (!isAtLeast(process.version, nodeMin)) {
    giveUp(`Node ${nodeMin.join('.')} or newer is needed, this is ${process.version}: ${installNode()}`);
  }
  const isJavaNeeded = !(env.KAFKA_BROKERS && env.SCHEMA_REGISTRY_URL && env.REDIS_URL);
  if (!isJavaNeeded) return { javaHome: '' };
  const javaHome = findJdk(javaMajorMin, env);
  if (javaHome === undefined) {
    giveUp(
      `A JDK ${javaMajorMin} or newer is needed and none was found in JAVA_HOME, PATH or the usual folders: ${installJdk()}`,
    );
  }
  if (!isInPath('mvn', env.PATH ?? ''))
    giveUp(`Maven is needed and there is no mvn in PATH: ${installMaven()}`);
  return { javaHome };
};

const isInPath = (program, path) =>
  path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

const installNode = () => 'nvm install 24 (https://github.com/nvm-sh/nvm)';

const installJdk = () => {
  if (process.platform === 'darwin') return 'brew install --cask temurin';
  if (isAptWithJdk21()) return 'sudo apt-get install -y openjdk-21-jdk-headless';
  if (existsSync('/usr/bin/dnf')) return 'sudo dnf install -y java-21-openjdk-devel';
  return 'curl -s https://get.sdkman.io | bash && bash -lc "sdk install java 25.0.3-tem"';
};

const installMaven = () => {
  if (process.platform === 'darwin') return 'brew install maven';
  if (existsSync('/usr/bin/apt-get')) return 'sudo apt-get install -y maven';
  if (existsSync('/usr/bin/dnf')) return 'sudo dnf install -y maven';
  return 'curl -s https://get.sdkman.io | bash && bash -lc "sdk install maven"';
};

/** Debian has JDK 21 from 13 on, Ubuntu from 22.04 on. */
const isAptWithJdk21 = () => {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/etc/os-release')) return false;
  const text = readFileSync('/etc/os-release', 'utf8');
  const id = /^ID="?(\w+)/m.exec(text)?.[1];
  const version = Number(/^VERSION_ID="?([\d.]+)/m.exec(text)?.[1] ?? 0);
  return (id === 'debian' && version >= 13) || (id === 'ubuntu' && version >= 22.04);
};
