; Setup for Windows, for Inno Setup 6.4 or newer. packaging/package_windows.py compiles it and says
; what is what: /DVersion=0.1.0, the four numbers of that (/DNumericVersion), the folder with the
; built program (/DProgram), the one with licences (/DNotices), the icon (/DIcon), and once the
; project has a home on the web /DHomepage. /DSign has the setup and its uninstaller signed by the
; tool that /Shearth=COMMAND names; the signed uninstaller is kept in /DStage. /DDefaultFolder is where
; setup proposes to put the program.

#ifndef Version
  #error Say which version: iscc /DVersion=0.1.0
#endif
#ifndef NumericVersion
  #define NumericVersion Version
#endif
#ifndef Program
  #define Program "..\..\dist\hearth"
#endif
#ifndef Notices
  #define Notices "..\..\build\windows\notices"
#endif
#ifndef Icon
  #define Icon "..\..\build\windows\hearth.ico"
#endif
#ifndef DefaultFolder
  #define DefaultFolder "{autopf}\Hearth"
#endif
; Never to be changed: by it an update finds what it updates.
#define AppGuid "6E1C9C0E-5B1B-4C52-9B4C-4D5C0E3B7A51"
; Of a setup that runs, in this session and in any.
#define Mutexes "HearthSetup,Global\HearthSetup"
; As in app/ui/app.py.
#define AppUserModelID "Hearth.Hearth"

[Setup]
AppId={{{#AppGuid}}
AppName=Hearth
AppVersion={#Version}
AppVerName=Hearth {#Version}
AppPublisher=The Hearth developers
#ifdef Homepage
AppPublisherURL={#Homepage}
AppSupportURL={#Homepage}
AppUpdatesURL={#Homepage}
#endif
VersionInfoVersion={#NumericVersion}
VersionInfoTextVersion={#Version}
VersionInfoProductTextVersion={#Version}
VersionInfoDescription=Hearth Setup

; For one user, without rights, unless the first box or /ALLUSERS says otherwise.
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=commandline dialog
DefaultDirName={#DefaultFolder}
DisableProgramGroupPage=yes
; What Qt 6 runs on: Windows 10 of 2018.
MinVersion=10.0.17763
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible

; The program is closed by what stands in [Code], not by the Restart Manager: that knows no way but
; force to end a process without a window, and the engine is one.
CloseApplications=no
SetupMutex={#Mutexes}
; Once the old libraries are deleted there is no way back.
AllowCancelDuringInstall=no
ChangesAssociations=yes
ChangesEnvironment=yes
SetupLogging=yes

; No page with a licence to agree to: MIT's asks for none, and its text is installed.
; The program speaks English only, and so does its setup, whatever language Windows has.
WizardStyle=modern
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\hearth.exe
UninstallDisplayName=Hearth
Compression=lzma2/max
SolidCompression=yes
OutputDir=..\..\dist\packages
OutputBaseFilename=hearth-{#Version}-windows-x64-setup
#ifdef Sign
SignTool=hearth
SignedUninstaller=yes
SignedUninstallerDir={#Stage}
#endif

[Messages]
ConfirmUninstall=Remove Hearth? Your chats, settings and models stay.
UninstalledAll=Hearth is removed.%n%nYour chats, settings and downloaded models are where they were: in AppData\Local\hearth of each user, or where you moved them. Delete that folder if you want them gone as well. Model files that you keep elsewhere were not touched.
UninstalledMost=Hearth is removed, except for files in its folder that are not its own or could not be deleted, such as a folder "data" with chats.%n%nYour chats, settings and downloaded models are where they were: in AppData\Local\hearth of each user, or where you moved them.

[Tasks]
Name: "gguf"; Description: "List Hearth under ""Open with"" for .gguf model files"
Name: "path"; Description: "Add hearth-cli to PATH, for use in a terminal"; Flags: unchecked
Name: "desktop"; Description: "Create a desktop shortcut"; Flags: unchecked

[InstallDelete]
; An update must not leave libraries of the version before.
Type: filesandordirs; Name: "{app}\_internal"; Check: IsUpdate

[Files]
; Not the chats of somebody who tried the built program portably, nor their bytecode.
Source: "{#Program}\*"; DestDir: "{app}"; Excludes: "\data\*,__pycache__\*"; Flags: recursesubdirs ignoreversion
Source: "{#Notices}\*"; DestDir: "{app}"; Flags: ignoreversion

[Icons]
Name: "{autoprograms}\Hearth"; Filename: "{app}\hearth.exe"; AppUserModelID: "{#AppUserModelID}"
Name: "{autodesktop}\Hearth"; Filename: "{app}\hearth.exe"; AppUserModelID: "{#AppUserModelID}"; Tasks: desktop

[Registry]
; An offer only: which program opens .gguf files by default is for the user to say, so the default of
; .gguf is neither set nor removed. Without the task, also in an update, nothing of it is left.
Root: HKA; Subkey: "Software\Classes\Hearth.gguf"; ValueType: string; ValueData: "Language model"; Flags: uninsdeletekey; Tasks: gguf
Root: HKA; Subkey: "Software\Classes\Hearth.gguf\DefaultIcon"; ValueType: string; ValueData: "{app}\hearth.exe,0"; Tasks: gguf
Root: HKA; Subkey: "Software\Classes\Hearth.gguf\shell\open\command"; ValueType: string; ValueData: """{app}\hearth.exe"" --model ""%1"""; Tasks: gguf
Root: HKA; Subkey: "Software\Classes\.gguf"; Flags: uninsdeletekeyifempty; Tasks: gguf
Root: HKA; Subkey: "Software\Classes\.gguf\OpenWithProgids"; ValueType: string; ValueName: "Hearth.gguf"; ValueData: ""; Flags: uninsdeletevalue uninsdeletekeyifempty; Tasks: gguf
Root: HKA; Subkey: "Software\Classes\Applications\hearth.exe"; ValueType: string; ValueName: "FriendlyAppName"; ValueData: "Hearth"; Flags: uninsdeletekey; Tasks: gguf
Root: HKA; Subkey: "Software\Classes\Applications\hearth.exe\SupportedTypes"; ValueType: string; ValueName: ".gguf"; ValueData: ""; Tasks: gguf
Root: HKA; Subkey: "Software\Classes\Applications\hearth.exe\shell\open\command"; ValueType: string; ValueData: """{app}\hearth.exe"" --model ""%1"""; Tasks: gguf
Root: HKA; Subkey: "Software\Classes\Hearth.gguf"; Flags: deletekey dontcreatekey; Tasks: not gguf
Root: HKA; Subkey: "Software\Classes\.gguf\OpenWithProgids"; ValueName: "Hearth.gguf"; Flags: deletevalue dontcreatekey; Tasks: not gguf
Root: HKA; Subkey: "Software\Classes\Applications\hearth.exe"; Flags: deletekey dontcreatekey; Tasks: not gguf
; "Use this model" on the hub: links such as hearth://open_from_hf?model=AUTHOR/NAME. The browser asks
; first, and Hearth downloads nothing before the user says so.
Root: HKA; Subkey: "Software\Classes\hearth"; ValueType: string; ValueData: "URL:Hearth"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\hearth"; ValueType: string; ValueName: "URL Protocol"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\hearth\DefaultIcon"; ValueType: string; ValueData: "{app}\hearth.exe,0"
Root: HKA; Subkey: "Software\Classes\hearth\shell\open\command"; ValueType: string; ValueData: """{app}\hearth.exe"" --link ""%1"""

[Run]
Filename: "{app}\hearth.exe"; Description: "Open Hearth"; Flags: nowait postinstall skipifsilent
; A silent update opens again what it closed.
Filename: "{app}\hearth.exe"; Flags: nowait skipifnotsilent runasoriginaluser; Check: WasClosed

[UninstallDelete]
; Whole, for Python may have written bytecode there. Not the folder of the program itself: a folder
; "data" in it holds somebody's chats.
Type: filesandordirs; Name: "{app}\_internal"

[Code]
const
  WM_CLOSE = $0010;
  PROCESS_QUERY_LIMITED_INFORMATION = $1000;
  RRF_RT_ANY = $FFFF;
  RRF_NOEXPAND = $10000000;
  REG_SZ = 1;
  // The engine has 25 seconds to end in app/ui/app.py, downloads 30 to be on the disk.
  CLOSE_SECONDS = 60;
  OWN_KEY = 'Software\Hearth';
  STILL_OPEN = 'Hearth or hearth-cli is still running, perhaps for another user of this ' +
    'computer. Nothing was changed. Close it, then start again.';

var
  ClosedIt: Boolean;

function FindWindowEx(Parent, After: HWND; ClassName, Title: DWORD): HWND;
  external 'FindWindowExW@user32.dll stdcall';
function IsWindowVisible(Window: HWND): BOOL;
  external 'IsWindowVisible@user32.dll stdcall';
function GetWindowThreadProcessId(Window: HWND; var Process: DWORD): DWORD;
  external 'GetWindowThreadProcessId@user32.dll stdcall';
function OpenProcess(Access: DWORD; Inherit: BOOL; Process: DWORD): DWORD;
  external 'OpenProcess@kernel32.dll stdcall';
function QueryFullProcessImageName(Process, Flags: DWORD; Name: String; var Size: DWORD): BOOL;
  external 'QueryFullProcessImageNameW@kernel32.dll stdcall';
function CloseHandle(Handle: DWORD): BOOL;
  external 'CloseHandle@kernel32.dll stdcall';
function RegGetValue(Root: Integer; Key, Name: String; Flags: DWORD; var Kind: DWORD;
  Data, Size: DWORD): Longint;
  external 'RegGetValueW@advapi32.dll stdcall';

function IsUpdate: Boolean;
begin
  Result := FileExists(ExpandConstant('{app}\hearth.exe'));
end;

function WasClosed: Boolean;
begin
  Result := ClosedIt;
end;

// -- Closing the program --
//
// Whether it runs is told by its files: Windows lets nobody write to a program that runs, be it the
// window, the engine or a command, of whichever user. The windows are asked to close, as by a click
// on the cross, and the engine ends with them: so answers, drafts and the store are written, and a
// dialog may still say no. Nothing is ever ended by force.

function CanWrite(const Name: String): Boolean;
var
  Stream: TFileStream;
begin
  Result := True;
  if FileExists(Name) then
    try
      Stream := TFileStream.Create(Name, fmOpenReadWrite or fmShareDenyNone);
      Stream.Free;
    except
      Result := False;
    end;
end;

function IsRunning: Boolean;
begin
  Result := not CanWrite(ExpandConstant('{app}\hearth.exe')) or
    not CanWrite(ExpandConstant('{app}\hearth-cli.exe'));
end;

function ProgramOfWindow(const Window: HWND): String;
var
  Id, Process, Size: DWORD;
  Name: String;
begin
  Result := '';
  GetWindowThreadProcessId(Window, Id);
  Process := OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, False, Id);
  if Process = 0 then
    Exit;
  Size := 1024;
  SetLength(Name, Size);
  if QueryFullProcessImageName(Process, 0, Name, Size) then
    Result := Copy(Name, 1, Size);
  CloseHandle(Process);
end;

procedure AskWindowsToClose;
var
  Window: HWND;
begin
  Window := FindWindowEx(0, 0, 0, 0);
  while Window <> 0 do begin
    if IsWindowVisible(Window) then
      if CompareText(ProgramOfWindow(Window), ExpandConstant('{app}\hearth.exe')) = 0 then begin
        PostMessage(Window, WM_CLOSE, 0, 0);
        ClosedIt := True;
      end;
    Window := FindWindowEx(0, Window, 0, 0);
  end;
end;

// Returns whether nothing runs any more. Asked each second: a dialog that is open keeps the window
// behind it from closing.
function HasEnded: Boolean;
var
  Second: Integer;
begin
  for Second := 1 to CLOSE_SECONDS do begin
    Result := not IsRunning;
    if Result then
      Exit;
    AskWindowsToClose;
    Sleep(1000);
  end;
end;

function MayClose: Boolean;
begin
  Result := MsgBox('Hearth is open. It will be closed now, in good order: your chats and what ' +
    'you were writing are kept, and an answer that is being given ends where it is.',
    mbConfirmation, MB_OKCANCEL) = IDOK;
end;

// A message from here would be shown even in a silent setup, which ends below instead.
function PrepareToInstall(var NeedsRestart: Boolean): String;
begin
  Result := '';
  if not IsRunning then
    Exit;
  if WizardSilent then
    HasEnded
  else if not MayClose or not HasEnded then
    Result := STILL_OPEN;
end;

// -- PATH --
//
// A list of folders between semicolons. What one of these adds, the other takes away again, so that
// the list is what it was; what others have put there since stays as it is.

// Returns where in the list a folder stands, from 1; 0 for nowhere.
function PlaceInPath(const Path, Folder: String): Integer;
begin
  Result := Pos(';' + AnsiLowercase(Folder) + ';', ';' + AnsiLowercase(Path) + ';');
end;

function AddToPath(const Path, Folder: String): String;
begin
  if (PlaceInPath(Path, Folder) > 0) or (PlaceInPath(Path, Folder + '\') > 0) then
    Result := Path
  else if Path = '' then
    Result := Folder
  else if Path[Length(Path)] = ';' then
    Result := Path + Folder + ';'
  else
    Result := Path + ';' + Folder;
end;

function RemoveFromPath(const Path, Folder: String): String;
var
  Place: Integer;
begin
  Result := Path;
  Place := PlaceInPath(Path, Folder);
  if Place = 0 then
    Exit;
  if (Place > 1) and (Place + Length(Folder) > Length(Path)) then
    Place := Place - 1; // the last: the semicolon before it goes, not the one after it
  Delete(Result, Place, Length(Folder) + 1);
end;

function PathKey: String;
begin
  if IsAdminInstallMode then
    Result := 'SYSTEM\CurrentControlSet\Control\Session Manager\Environment'
  else
    Result := 'Environment';
end;

// A value keeps its type: in one that is not expanded a percent sign is a percent sign.
function WritePath(const Path: String): Boolean;
var
  Root: Integer;
  Kind: DWORD;
begin
  Root := HKEY_CURRENT_USER;
  if IsAdminInstallMode then
    Root := HKEY_LOCAL_MACHINE;
  Kind := 0;
  RegGetValue(Root, PathKey, 'Path', RRF_RT_ANY or RRF_NOEXPAND, Kind, 0, 0);
  if Path = '' then
    Result := RegDeleteValue(HKA, PathKey, 'Path')
  else if Kind = REG_SZ then
    Result := RegWriteStringValue(HKA, PathKey, 'Path', Path)
  else
    Result := RegWriteExpandStringValue(HKA, PathKey, 'Path', Path);
end;

// Setup remembers what it added: nothing else is ever taken away.
procedure SettlePath(const IsWanted: Boolean);
var
  Folder, Added, Old, New: String;
begin
  Old := '';
  if RegValueExists(HKA, PathKey, 'Path') and
    not RegQueryStringValue(HKA, PathKey, 'Path', Old) then
    Exit; // it is no text
  Folder := ExpandConstant('{app}');
  if Pos(';', Folder) > 0 then
    Folder := '"' + Folder + '"';
  if not RegQueryStringValue(HKA, OWN_KEY, 'AddedToPath', Added) then
    Added := '';
  New := Old;
  if (Added <> '') and not (IsWanted and (CompareText(Added, Folder) = 0)) then begin
    New := RemoveFromPath(New, Added);
    Added := '';
  end;
  if IsWanted and (AddToPath(New, Folder) <> New) then begin
    New := AddToPath(New, Folder);
    Added := Folder;
  end;
  if (New <> Old) and not WritePath(New) then
    Exit;
  if Added <> '' then
    RegWriteStringValue(HKA, OWN_KEY, 'AddedToPath', Added)
  else begin
    RegDeleteValue(HKA, OWN_KEY, 'AddedToPath');
    RegDeleteKeyIfEmpty(HKA, OWN_KEY);
  end;
end;

// -- What Inno Setup calls --

// An older program refuses a database of a newer one, and changes nothing about it. A silent setup
// asks nothing: it ends.
function InitializeSetup: Boolean;
var
  Installed: String;
  Old, New: Int64;
begin
  Result := not WizardSilent or not CheckForMutexes('{#Mutexes}');
  if not Result then begin
    Log('Another setup of Hearth is running.');
    Exit;
  end;
  if not RegQueryStringValue(HKA, 'Software\Microsoft\Windows\CurrentVersion\Uninstall\' +
    '{' + '{#AppGuid}' + '}_is1', 'DisplayVersion', Installed) then
    Exit;
  if not StrToVersion(Installed, Old) or not StrToVersion('{#NumericVersion}', New) then
    Exit;
  if ComparePackedVersion(Old, New) <= 0 then
    Exit;
  Log('A newer version is installed: ' + Installed);
  Result := False;
  if not WizardSilent then
    Result := MsgBox('Hearth ' + Installed + ' is installed, which is newer than {#Version}. An ' +
      'older version cannot open chats that a newer one has saved; it leaves them as they are.' + #13#10#13#10 +
      'Install {#Version} nevertheless?',
      mbConfirmation, MB_YESNO or MB_DEFBUTTON2) = IDYES;
end;

procedure CurStepChanged(Step: TSetupStep);
begin
  if (Step = ssInstall) and IsRunning then begin // it could not be closed, or was opened meanwhile
    Log(STILL_OPEN);
    if not WizardSilent then
      MsgBox(STILL_OPEN, mbError, MB_OK);
    Abort;
  end;
  if Step = ssPostInstall then
    SettlePath(WizardIsTaskSelected('path'));
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
begin
  if (Step = usAppMutexCheck) and IsRunning then
    if UninstallSilent then begin
      if not HasEnded then begin
        Log(STILL_OPEN);
        Abort;
      end;
    end else begin
      if not MayClose then
        Abort;
      if not HasEnded then begin
        MsgBox(STILL_OPEN, mbError, MB_OK);
        Abort;
      end;
    end;
  if Step = usUninstall then
    SettlePath(False);
end;
