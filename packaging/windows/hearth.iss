; Setup for Windows, for Inno Setup 6. UNTESTED: it was never compiled, see docs/packaging.md.
;
; make_installer.ps1 beside this builds the program and calls this.

#ifndef Version
  #error Say which version: iscc /DVersion=0.1.0
#endif

[Setup]
AppId={{6E1C9C0E-5B1B-4C52-9B4C-4D5C0E3B7A51}
AppName=Hearth
AppVersion={#Version}
DefaultDirName={autopf}\Hearth
DefaultGroupName=Hearth
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
Compression=lzma2/max
SolidCompression=yes
LicenseFile=..\..\LICENSE
OutputDir=..\..\dist\packages
OutputBaseFilename=hearth-{#Version}-setup
UninstallDisplayIcon={app}\hearth.exe

[Tasks]
Name: "gguf"; Description: "Open .gguf files with Hearth"

[InstallDelete]
; An update must not leave libraries of the version before.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "..\..\dist\hearth\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\Hearth"; Filename: "{app}\hearth.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\.gguf\OpenWithProgids"; ValueType: string; ValueName: "Hearth.gguf"; ValueData: ""; Flags: uninsdeletevalue; Tasks: gguf
Root: HKA; Subkey: "Software\Classes\Hearth.gguf"; ValueType: string; ValueData: "Language model"; Flags: uninsdeletekey; Tasks: gguf
Root: HKA; Subkey: "Software\Classes\Hearth.gguf\shell\open\command"; ValueType: string; ValueData: """{app}\hearth.exe"" --model ""%1"""; Tasks: gguf

[Run]
Filename: "{app}\hearth.exe"; Description: "Open Hearth"; Flags: nowait postinstall skipifsilent

[Code]
procedure CurUninstallStepChanged(Step: TUninstallStep);
begin
  if (Step = usPostUninstall) and not UninstallSilent then
    MsgBox('Hearth is removed. Your chats and settings are still in ' +
      ExpandConstant('{localappdata}\hearth') + '; delete that folder if you want them gone as ' +
      'well. If you moved them, they are where you moved them. Model files are where you keep them.', mbInformation, MB_OK);
end;
