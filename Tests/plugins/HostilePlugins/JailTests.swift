// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem
import Glibc
import PluginWorkshop
import Testing

@testable import AssayPluginHost

/// Something that a plugin has no business to do, as a C expression that is negative if it fails.
private struct Harm: CustomTestStringConvertible, Sendable {
    let name: String
    let attempt: String
    /// What is said of the attempt, with `MARK`, `FOLDER` and `HOST` in it, or `nil` if the call is
    /// denied and nothing more.
    let found: String?
    /// Whether only Landlock or a process namespace keeps a plugin of the same user from it.
    let isOnlyReading: Bool

    init(_ name: String, _ attempt: String, _ found: String? = nil, isOnlyReading: Bool = false) {
        self.name = name
        self.attempt = attempt
        self.found = found.map { "an attempt \($0)" }
        self.isOnlyReading = isOnlyReading
    }

    var testDescription: String { name }
}

/// `MARK` is a file of the user, `FOLDER` its folder, `HOST` the process that loads the plugin.
private let harms = [
    Harm("removes a file", "unlink(MARK)", "to remove the file 'MARK' (unlink)"),
    Harm("writes a file", "open(MARK, O_WRONLY)", "to write the file 'MARK' (open)"),
    Harm("appends to a file", "open(MARK, O_WRONLY | O_APPEND)", "to write the file 'MARK' (open)"),
    Harm("empties a file", "truncate(MARK, 0)", "to truncate the file 'MARK' (truncate)"),
    Harm(
        "empties a file as it opens it", "open(MARK, O_RDONLY | O_TRUNC)",
        "to write the file 'MARK' (open)"),
    Harm("makes a file", "open(FOLDER \"/new\", O_CREAT | O_RDWR, 0600)"),
    Harm("makes a file without a name", "open(FOLDER, O_TMPFILE | O_RDWR, 0600)"),
    Harm("makes a directory", "mkdir(FOLDER \"/new\", 0700)"),
    Harm("removes a directory", "rmdir(FOLDER)", "to remove the file 'FOLDER' (unlink)"),
    Harm("makes a queue", "mkfifo(FOLDER \"/new\", 0600)"),
    Harm("makes a device", "mknod(FOLDER \"/new\", S_IFCHR | 0600, 0x103)"),
    Harm("renames a file", "rename(MARK, FOLDER \"/new\")", "to rename the file 'MARK' (rename)"),
    Harm("links a file", "link(MARK, FOLDER \"/new\")"),
    Harm("links a file by its name", "symlink(MARK, FOLDER \"/new\")"),
    Harm("makes a file executable", "chmod(MARK, 0777)"),
    Harm("makes an open file executable", "fchmod(open(MARK, O_RDONLY), 0777)"),
    Harm("gives a file away", "chown(MARK, getuid(), getgid())"),
    Harm("changes the times of a file", "utimensat(AT_FDCWD, MARK, 0, 0)"),
    Harm("gives a file an attribute", "setxattr(MARK, \"user.x\", \"\", 0, 0)"),
    Harm("changes the flags of a file", "ioctl(open(MARK, O_RDONLY), FS_IOC_SETFLAGS, &zero)"),
    Harm("signals the host", "kill(HOST, SIGWINCH)", "to signal the process HOST (kill, SIGWINCH)"),
    Harm(
        "signals a thread of the host", "tgkill(HOST, HOST, SIGWINCH)",
        "to signal the process HOST (kill, SIGWINCH)"),
    Harm(
        "signals who watches it", "kill(getppid(), SIGWINCH)",
        "to signal its parent process (kill, SIGWINCH)"),
    Harm(
        "traces the host", "ptrace(PTRACE_ATTACH, HOST, 0, 0)", "to trace the process HOST (ptrace)"
    ),
    Harm(
        "traces who watches it", "ptrace(PTRACE_ATTACH, getppid(), 0, 0)",
        "to trace its parent process (ptrace)"),
    Harm(
        "writes the memory of the host", "open(\"/proc/\" TEXT(HOST) \"/mem\", O_RDWR)",
        "to write the file '/proc/HOST/mem' (open)"),
    Harm(
        "reads the memory of the host", "open(\"/proc/\" TEXT(HOST) \"/mem\", O_RDONLY)",
        isOnlyReading: true),
    Harm(
        "reads the environment of the host",
        "open(\"/proc/\" TEXT(HOST) \"/environ\", O_RDONLY)", isOnlyReading: true),
    Harm(
        "copies memory from the host", "process_vm_readv(HOST, &local, 1, &local, 1, 0)",
        "to trace the process HOST (ptrace)"),
    Harm(
        "copies memory to the host", "process_vm_writev(HOST, &local, 1, &local, 1, 0)",
        "to trace the process HOST (ptrace)"),
    Harm(
        "takes a descriptor of the host",
        "syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, HOST, 0), 0, 0)",
        "to trace another process (ptrace)"),
    Harm("limits the host", "prlimit(HOST, RLIMIT_CORE, &core, 0)"),
    Harm("connects to the network", "socket(AF_INET, SOCK_STREAM, 0)"),
    Harm("connects to the network of version 6", "socket(AF_INET6, SOCK_DGRAM, 0)"),
    Harm("connects to a service of the machine", "socket(AF_UNIX, SOCK_STREAM, 0)"),
    Harm("talks to the kernel", "socket(AF_NETLINK, SOCK_RAW, 0)"),
    Harm("makes shared memory", "shmget(0x41535359, 4096, IPC_CREAT | 0600)"),
    Harm("makes semaphores", "semget(0x41535359, 1, IPC_CREAT | 0600)"),
    Harm("makes a queue of messages", "msgget(0x41535359, IPC_CREAT | 0600)"),
    Harm("makes a queue with a name", "mq_open(\"/assay-jail\", O_CREAT | O_RDWR, 0600, 0)"),
    Harm("becomes root of its own", "unshare(CLONE_NEWUSER)"),
    Harm(
        "starts a process that is root", "syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)"),
    Harm("asks for calls by a queue", "syscall(SYS_io_uring_setup, 1, params)"),
    Harm("loads code into the kernel", "syscall(SYS_bpf, 5, params, sizeof params)"),
    Harm("looks at the processor", "syscall(SYS_perf_event_open, params, 0, -1, -1, 0)"),
    Harm("handles its own page faults", "syscall(SYS_userfaultfd, 1)"),
    Harm("leaves a key", "syscall(SYS_add_key, \"user\", \"assay\", \"x\", 1, -3)"),
    Harm("mounts memory", "mount(\"none\", FOLDER, \"tmpfs\", 0, 0)"),
    Harm("changes its root", "chroot(FOLDER)"),
    Harm("names the machine", "sethostname(\"x\", 1)"),
    Harm("makes a call that no one knows", "syscall(1000)"),
    Harm("makes a call with short pointers", "syscall(0x40000000 + SYS_getpid)"),
]

/// What plugins do in the process in which they are tried, and what that is kept from.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct JailTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private static let headers = """
        #define _GNU_SOURCE
        #include <errno.h>
        #include <fcntl.h>
        #include <linux/fs.h>
        #include <mqueue.h>
        #include <pthread.h>
        #include <sched.h>
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/ioctl.h>
        #include <sys/ipc.h>
        #include <sys/mman.h>
        #include <sys/mount.h>
        #include <sys/msg.h>
        #include <sys/ptrace.h>
        #include <sys/resource.h>
        #include <sys/sem.h>
        #include <sys/shm.h>
        #include <sys/socket.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <sys/uio.h>
        #include <sys/wait.h>
        #include <sys/xattr.h>
        #include <time.h>
        #include <unistd.h>
        #define NAME(text) #text
        #define TEXT(number) NAME(number)
        static void *run(void *nothing) { return nothing; }

        """

    /// What there is to know of a file but when it was read.
    private struct State: Equatable {
        let bytes: [UInt8]
        let numbers: [Int]

        init(of path: String) throws {
            var status = stat()
            try #require(lstat(path, &status) == 0)
            numbers = [
                Int(status.st_mode), Int(status.st_nlink), status.st_mtim.tv_sec,
                status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
            ]
            bytes = try FileDescriptor(adopting: open(path, O_RDONLY))?.readAll() ?? []
        }
    }

    /// A plugin with a constructor.
    private func plugin(mark: String, _ statements: String) throws -> String {
        try workshop.compile(
            Self.headers
                + pluginSource(
                    """
                    #define MARK "\(mark)"
                    #define FOLDER "\(workshop.path("folder"))"
                    #define HOST \(getpid())
                    __attribute__((constructor)) static void construct(void) {
                        int zero = 0;
                        long params[32] = {0};
                        struct iovec local = {&zero, sizeof zero};
                        struct rlimit core = {0, 0};
                        (void)zero, (void)params, (void)local, (void)core, (void)run;
                        \(statements)
                    }
                    """))
    }

    /// The answer of a probe that is kept from no more than this.
    private func probe(
        _ path: String, in jail: Jail, allowing calls: Set<String> = []
    ) throws(StageError) -> ProbeAnswer {
        let file = try PluginFile(path: path, maximumBytes: 1 << 30)
        let copy = try PrivateCopy(of: file)
        var request = ProbeRequest(
            path: path, settings: GivenSettings(), parent: getpid(), seconds: 60)
        request.jail = jail
        request.bounds.allowedCalls = ProbedCall.bits(of: calls)
        guard let program = try PluginProbe.required.path() else {
            throw StageError(.probe, found: "no probe", expected: "one", remedy: "")
        }
        let call = ProbeCall(program: program, timeout: .seconds(60))
        return try withExtendedLifetime(copy) { () throws(StageError) in
            try call.run(request, on: copy.descriptor.borrowed)
        }
    }

    /// Layers that hold where these are wanted.
    private func held(_ wanted: Jail) throws -> Jail {
        let path = try workshop.compile(pluginSource(), to: "held.so")
        return try #require(try probe(path, in: wanted).jail)
    }

    /// A text with the names that it has in every run.
    private func constant(_ text: String, mark: String) -> String {
        text.replacing(mark, with: "MARK").replacing(workshop.path("folder"), with: "FOLDER")
            .replacing("\(getpid())", with: "HOST")
    }

    /// The plugin crashes when it fails, and would do the harm in this process when it does not.
    @Test(arguments: harms)
    fileprivate func harmFails(harm: Harm) throws {
        let mark = try workshop.write([1, 2, 3], to: "mark")
        mkdir(workshop.path("folder"), 0o700)
        let before = try State(of: mark)
        let path = try plugin(mark: mark, "if ((\(harm.attempt)) < 0) abort();")
        let (alone, quiet): (Jail, Jail) = ([.privileges, .calls], .all.subtracting(.notices))
        let all = try held(.all)
        for jail in [Jail.all, quiet, alone] where jail != alone || !harm.isOnlyReading {
            let error = #expect(throws: StageError.self) { try probe(path, in: jail) }
            let isNoticed = jail == .all && all.contains(.notices)
            let found = isNoticed ? harm.found ?? "SIGABRT" : "SIGABRT"
            #expect(
                error.map { constant($0.found, mark: mark) }
                    == "\(found) while the library was loaded", "\(jail)")
            guard isNoticed, let error else { continue }
            let words = constant(error.found, mark: mark)
            HostileOutcomes.record(
                HostileCase(.harm, harm.name),
                host: harm.found == nil ? "probe: \(words): the attempt fails" : "probe: \(words)")
        }
        #expect(try State(of: mark) == before)
        #expect(try FileSystem.names(inDirectory: workshop.path("folder")).isEmpty)
    }

    /// What the operator allows fails all the same.
    @Test(
        arguments: [
            ("unlink", "unlink(MARK)"), ("unlink", "unlinkat(AT_FDCWD, MARK, 0)"),
            ("open", "open(MARK, O_RDWR)"), ("truncate", "truncate(MARK, 0)"),
            ("rename", "rename(MARK, FOLDER)"), ("ptrace", "ptrace(PTRACE_ATTACH, HOST, 0, 0)"),
            ("kill", "kill(HOST, SIGWINCH)"),
        ])
    func allowedCallFailsAndIsNoError(call: String, attempt: String) throws {
        let mark = try workshop.write([1, 2, 3], to: "mark")
        let before = try State(of: mark)
        let path = try plugin(mark: mark, "if ((\(attempt)) == 0) abort();")
        let others = Set(ProbedCall.names).subtracting([call])
        let error = #expect(throws: StageError.self) { try probe(path, in: .all, allowing: others) }
        guard try notices() else { return }
        #expect(error?.found.hasSuffix(" while the library was loaded") == true)
        #expect(error?.remedy.contains("--plugin-allow-call \(call) ") == true)
        #expect(try probe(path, in: .all, allowing: [call]).error == nil)
        #expect(try State(of: mark) == before)
    }

    /// `true` if the system lets calls be noticed.
    private func notices() throws -> Bool { try held(.all).contains(.notices) }

    /// Nothing of this harms what is there, so that the plugin sees errors and goes on.
    @Test(
        arguments: [
            "unlink(MARK \".none\") == 0", "rename(MARK \".none\", MARK \".other\") == 0",
            "open(MARK, O_RDWR | O_CREAT | O_EXCL, 0600) >= 0", "open(MARK, O_PATH | O_RDWR) < 0",
            "kill(getpid(), 0) != 0", "(fork() ? 0 : raise(SIGKILL)) || wait(0) < 0",
            "kill(stopped(), SIGKILL) != 0 || wait(0) < 0", "ptrace(PTRACE_TRACEME, 0, 0, 0) == 0",
            "process_vm_readv(getpid(), &local, 1, &local, 1, 0) > 0",
        ])
    func harmlessCallIsNoAttempt(isWrong: String) throws {
        let mark = try workshop.write([1, 2, 3], to: "mark")
        let path = try workshop.compile(
            Self.headers
                + pluginSource(
                    """
                    #define MARK "\(mark)"
                    static pid_t stopped(void) {
                        pid_t child = fork();
                        if (child == 0) for (;;) pause();
                        return child;
                    }
                    __attribute__((constructor)) static void construct(void) {
                        int zero = 0;
                        struct iovec local = {&zero, sizeof zero};
                        (void)local, (void)run, (void)stopped;
                        if (\(isWrong)) abort();
                    }
                    """))
        guard try held(.all).isSuperset(of: [.processes, .notices]) else { return }
        #expect(try probe(path, in: .all).error == nil)
    }

    /// Many ways lead to a file.
    @Test(
        arguments: [
            "chdir(FOLDER), unlink(\"../mark\")",
            "unlinkat(open(FOLDER, O_RDONLY), \"../mark\", 0)",
            "link_to(MARK), open(\"/proc/self/fd/9\", O_RDWR)",
            "creat(MARK, 0600)", "syscall(SYS_openat2, AT_FDCWD, MARK, how, sizeof how)",
            "rename(\"/proc/self/comm\", MARK)",
            "fork() ? wait(0) : unlink(MARK)",
        ])
    func everyWayToAFileIsSeen(attempt: String) throws {
        let mark = try workshop.write([1, 2, 3], to: "mark")
        mkdir(workshop.path("folder"), 0o700)
        let before = try State(of: mark)
        let path = try plugin(
            mark: mark,
            """
            unsigned long long how[3] = {O_WRONLY, 0, 0};
            (void)how;
            #define link_to(name) dup2(open(name, O_RDONLY), 9)
            \(attempt);
            """)
        guard try notices() else { return }
        let error = #expect(throws: StageError.self) { try probe(path, in: .all) }
        #expect(error?.found.hasPrefix("an attempt to ") == true, "\(error?.found ?? "")")
        #expect(try State(of: mark) == before)
    }

    @Test func callsThatFailAreListed() throws {
        let mark = try workshop.write([], to: "mark")
        let path = try plugin(
            mark: mark,
            """
            pthread_t thread;
            if (pthread_create(&thread, 0, run, 0) || pthread_join(thread, 0)) abort();
            if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0) abort();
            if (syscall(1000) >= 0 || errno != ENOSYS) abort();
            """)
        guard try notices() else { return }
        #expect(
            try probe(path, in: .all).deniedCalls.sorted() == ["call 1000", "clone3", "socket"])
    }

    @Test func allowedCallThatIsNoneIsRejected() throws {
        var policy = PluginPolicy.standard
        policy.allowedCalls = ["unlinc"]
        let path = try workshop.compile(pluginSource())
        let error = #expect(throws: PluginError.self) {
            try PluginHost(policy: policy).load(path: path, into: RuleRegistry())
        }
        #expect(
            error?.description
                == "cannot load plugin '\(path)' at stage policy: found the allowed call 'unlinc', "
                + "expected one of kill, ptrace, open, truncate, rename, unlink; "
                + "did you mean 'unlink'?")
    }

    /// So that the tests above can fail.
    @Test(
        arguments: [
            "unlink(MARK)", "open(MARK, O_WRONLY)", "socket(AF_UNIX, SOCK_STREAM, 0)",
            "kill(HOST, SIGWINCH)", "open(\"/proc/\" TEXT(HOST) \"/mem\", O_RDWR)",
        ])
    func harmSucceedsWithoutAJail(attempt: String) throws {
        let mark = try workshop.write([], to: "mark")
        let path = try plugin(mark: mark, "if ((\(attempt)) < 0) abort();")
        #expect(try probe(path, in: []).jail == [])
    }

    /// What plugins do to be ready.
    @Test(arguments: [Jail.all, [.privileges, .calls]])
    func ordinaryWorkSucceeds(jail: Jail) throws {
        let mark = try workshop.write([1, 2, 3], to: "mark")
        let path = try plugin(
            mark: mark,
            """
            char bytes[4];
            int file = open(MARK, O_RDONLY);
            if (read(file, bytes, 4) != 3 || fcntl(file, F_GETFD) < 0 || close(file)) abort();
            int pair[2];
            if (pipe(pair) || socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) abort();
            file = memfd_create("memory", 0);
            if (file < 0 || ftruncate(file, 4096) || close(file)) abort();
            pthread_t thread;
            if (pthread_create(&thread, 0, run, 0) || pthread_join(thread, 0)) abort();
            pid_t child = fork();
            if (child == 0) _exit(7);
            int status;
            if (waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 7) abort();
            if (system("exit 3") != 3 << 8) abort();
            struct timespec now;
            if (clock_gettime(CLOCK_REALTIME, &now) || raise(0) || setpriority(0, 0, 0)) abort();
            struct rlimit limit;
            if (getrlimit(RLIMIT_CPU, &limit) || getpid() < 2 || getppid() < 1) abort();
            """)
        #expect(try probe(path, in: jail).jail?.contains(.privileges) == true)
    }

    /// `init` that wants more than the jail allows.
    @Test func initThatWritesIsToldWhy() throws {
        let log = workshop.path("log")
        let source = """
            #include <errno.h>
            #include <fcntl.h>
            #include <string.h>
            #include <unistd.h>
            static assay_rc start(const assay_host *host, const assay_call *call,
                                  const assay_value *config, void **state) {
                int file = open("\(log)", O_WRONLY | O_CREAT, 0600);
                const char *why = strerror(errno);
                if (file >= 0) return close(file);
                call->error(call, ASSAY_E_INTERNAL, (assay_str){(const uint8_t *)why, strlen(why)});
                return ASSAY_E_INTERNAL;
            }
            #define PLUGIN .init = start
            """
        let path = try workshop.compile(pluginSource(source))
        let error = #expect(throws: PluginError.self) {
            try PluginHost(policy: .standard).load(path: path, into: RuleRegistry())
        }
        #expect(
            error?.description
                == "cannot load plugin '\(path)' at stage initialize: found ASSAY_E_INTERNAL "
                + "(Permission denied), expected ASSAY_OK from the plugin's init; correct the "
                + "plugin's configuration or its environment; in the probe, a plugin can read "
                + "files, but neither write them nor use the network: do that when a rule is made")
    }

    @Test func nullDeviceTakesWhatIsWritten() throws {
        let mark = try workshop.write([], to: "mark")
        let path = try plugin(
            mark: mark,
            """
            int file = open("/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0600);
            if (file < 0 || write(file, "x", 1) != 1 || close(file)) abort();
            """)
        // Without Landlock, a path cannot be told from another.
        guard try held(.all).contains(.files) else { return }
        #expect(try probe(path, in: .all).error == nil)
    }

    @Test func layersAreThoseThatAreWanted() throws {
        #expect(try held([]) == [])
        #expect(try held(.privileges) == .privileges)
        let all = try held(.all)
        #expect(all.contains(.privileges))
        for layer in [Jail.calls, .files, .processes, .network, .ipc] {
            // An ordinary user gets none without these two.
            let held = try held([.privileges, .users, layer])
            #expect(held.subtracting(.users) == [.privileges, layer.intersection(all)])
        }
        // What is noticed is noticed by a filter of calls.
        #expect(try !held(.notices).contains(.notices))
    }

    @Test func hostIsHiddenAsLongAsAProbeNeedsThat() async {
        await #expect(processExitsWith: .success) {
            let before = HiddenHost.isHidden
            let hosts = [HiddenHost(), HiddenHost()]
            precondition(HiddenHost.isHidden)
            hosts[0].show()
            precondition(HiddenHost.isHidden)
            hosts[1].show()
            precondition(HiddenHost.isHidden == before)
        }
    }
}
